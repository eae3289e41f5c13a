import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(3112)
nets = nn.ModuleDict({
    "user": nn.Linear(4, 3),
    "adversary": nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)),
})
opts = {name: torch.optim.SGD(net.parameters(), lr=0.1) for name, net in nets.items()}


def train_step(profile, group):
    emb = torch.tanh(nets["user"](profile))
    guess = nets["adversary"](emb.detach())
    adv_loss = F.cross_entropy(guess, group)
    fool_loss = -F.cross_entropy(nets["adversary"](emb), group)

    opts["adversary"].zero_grad()
    adv_loss.backward()


    opts["user"].zero_grad()
    fool_loss.backward()
    opts["adversary"].step()
    opts["user"].step()
    return fool_loss


fool_loss = train_step(torch.randn(6, 4), torch.randint(0, 2, (6,)))
