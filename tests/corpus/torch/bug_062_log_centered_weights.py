import torch
import torch.nn as nn

torch.manual_seed(236)
w = nn.Parameter(torch.randn(4, 3))
x = torch.randn(5, 4, requires_grad=True)


def report(weight):
    shown = weight.detach()
    shown.sub_(shown.mean())
    return shown.abs().max().item()


pred = torch.relu(x @ w)
spread = report(w)
loss = pred.pow(2).mean()
loss.backward()
print(round(spread, 3))
