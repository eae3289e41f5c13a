import torch
import torch.nn as nn
import torch.nn.functional as F


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body, self.pi, self.v = nn.Linear(3, 4), nn.Linear(4, 2), nn.Linear(4, 1)

    def forward(self, obs):
        h = F.silu(self.body(obs))
        return F.log_softmax(self.pi(h), -1), torch.tanh(self.v(h)).squeeze(-1)


def advantages(values, returns):
    adv = values.detach()
    adv.neg_().add_(returns)
    return (adv - adv.mean()) / (adv.std() + 1e-6)


torch.manual_seed(1614)
net = ActorCritic()
obs, acts, returns = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1]), torch.randn(5)
logp, values = net(obs)
value_loss = F.smooth_l1_loss(values, returns)
adv = advantages(values, returns)
loss = 0.5 * value_loss - (logp.gather(1, acts[:, None]).squeeze(1) * adv).mean()
loss.backward()
