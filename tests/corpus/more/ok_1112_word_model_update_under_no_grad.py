import torch
import torch.nn as nn

torch.manual_seed(2112)
model = nn.Linear(3, 2)
x, target = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])


def train_step(lr):
    model.zero_grad()
    loss = nn.functional.cross_entropy(model(x), target)
    loss.backward()
    with torch.no_grad():
        for p in model.parameters():
            p.add_(p.grad, alpha=-lr)


for lr in (0.5, 0.25):
    train_step(lr)
