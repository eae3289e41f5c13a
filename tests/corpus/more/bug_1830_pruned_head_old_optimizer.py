import torch
import torch.nn as nn


class Classifier(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        self.trunk = nn.Linear(3, hidden)
        self.head = nn.Linear(hidden, 2)

    def forward(self, x):
        return self.head(torch.relu(self.trunk(x)))


def speedup(model, keep):
    small = nn.Linear(len(keep), 2)
    with torch.no_grad():
        small.weight.copy_(model.head.weight[:, keep])
        small.bias.copy_(model.head.bias)
    model.head = small
    model.trunk.weight = nn.Parameter(model.trunk.weight.detach()[keep])
    model.trunk.bias = nn.Parameter(model.trunk.bias.detach()[keep])


torch.manual_seed(1830)
model = Classifier(4)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
speedup(model, torch.tensor([0, 2, 3]))
x, y = torch.randn(6, 3), torch.tensor([0, 1, 1, 0, 1, 0])
loss = nn.functional.cross_entropy(model(x), y)
loss.backward()
opt.step()
trained = opt.param_groups[0]["params"][2]
