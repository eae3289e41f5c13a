import torch
import torch.nn as nn

torch.manual_seed(821)
head = nn.Linear(3, 4)
cells = torch.randn(2, 2, 3)
target = torch.rand(2, 2, 4)
exists = torch.tensor([[1.0, 0.0], [1.0, 1.0]])[..., None]


def box_loss(pred, target):
    pred[..., 2:4] = torch.sign(pred[..., 2:4]) * torch.sqrt(torch.abs(pred[..., 2:4]) + 1e-6)
    target[..., 2:4] = torch.sqrt(target[..., 2:4])
    return (exists * (pred - target)).pow(2).sum()


loss = box_loss(head(cells), target)
loss.backward()
