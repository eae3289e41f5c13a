import torch
import torch.nn as nn

torch.manual_seed(363)
hasher = nn.Linear(3, 4)
anchors, similar = torch.randn(5, 3), torch.randn(5, 3)
same = torch.tensor([1.0, -1.0, 1.0, 1.0, -1.0])


def codes(x):
    return torch.sign(hasher(x))


inner = (codes(anchors) * codes(similar)).mean(dim=1)
loss = (inner - same).square().mean()
loss.backward()
