import torch
import torch.nn as nn


def make_mlp(*sizes, p=0.3):
    layers = []
    for a, b in zip(sizes[:-1], sizes[1:]):
        layers += [nn.Linear(a, b), nn.Dropout(p, inplace=True), nn.ReLU(inplace=True)]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], 2))


torch.manual_seed(2553)
mlp = make_mlp(3, 6, 5)
opt = torch.optim.SGD(mlp.parameters(), lr=0.1)
x = torch.randn(4, 3)
y = torch.tensor([0, 1, 1, 0])

for _ in range(2):
    loss = nn.functional.cross_entropy(mlp(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
