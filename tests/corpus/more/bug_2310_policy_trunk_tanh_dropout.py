import torch
import torch.nn as nn


class Trunk(nn.Module):
    def __init__(self, obs_dim, hidden, act_dim, p=0.4):
        super().__init__()
        self.fc1 = nn.Linear(obs_dim, hidden)
        self.fc2 = nn.Linear(hidden, act_dim)
        self.act = nn.Tanh()
        self.drop = nn.Dropout(p, inplace=True)

    def forward(self, obs):
        h = self.act(self.fc1(obs))
        h = self.drop(h)
        return self.fc2(h)


def behaviour_cloning_loss(net, batch):
    return nn.functional.mse_loss(net(batch["obs"]), batch["action"])


torch.manual_seed(1110)
trunk = Trunk(3, 4, 2)
batch = {"obs": torch.randn(6, 3), "action": torch.randn(6, 2)}
torch.manual_seed(5)
loss = behaviour_cloning_loss(trunk, batch)
loss.backward()
