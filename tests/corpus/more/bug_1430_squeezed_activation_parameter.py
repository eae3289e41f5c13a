import torch
import torch.nn as nn


class Snake(nn.Module):
    def __init__(self, in_features, a=None):
        super().__init__()
        if a is not None:
            self.a = nn.Parameter(torch.ones(in_features) * a)
        else:
            self.a = nn.Parameter(torch.empty(1, in_features).exponential_(0.5)).squeeze()

    def forward(self, x):
        return x + torch.sin(self.a * x) ** 2 / self.a


torch.manual_seed(1430)
act = Snake(4)
lin = nn.Linear(4, 1)
opt = torch.optim.Adam([*act.parameters(), *lin.parameters()], lr=1e-2)
loss = lin(act(torch.randn(6, 4))).pow(2).mean()
loss.backward()
opt.step()
print("trained", len(list(act.parameters())), "grad", act.a.grad)
