import torch
import torch.nn as nn


class Regressor(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(dim, 4),
            nn.Sigmoid(),
            nn.Dropout(0.5, inplace=True),
            nn.Linear(4, 4),
            nn.Tanh(),
            nn.Dropout(0.1, inplace=True),
        )
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        return self.out(self.body(x)).squeeze(-1)


def input_sensitivity(net, x):
    net.eval()
    x = x.clone().requires_grad_(True)
    loss = net(x).pow(2).sum()
    loss.backward()
    return loss, x.grad


torch.manual_seed(113)
net = Regressor(3)
loss, sens = input_sensitivity(net, torch.randn(5, 3))
print(sens.abs().mean())
