import torch
import torch.nn as nn
import torch.nn.functional as F


def weighted_bce(model, x, y, w):
    per_example = F.binary_cross_entropy_with_logits(model(x).squeeze(-1), y, reduction="none")
    return (per_example * w).sum()


torch.manual_seed(1620)
model = nn.Linear(3, 1)
x, y = torch.randn(4, 3), torch.tensor([0.0, 1.0, 1.0, 0.0])
x_val, y_val = torch.randn(3, 3), torch.tensor([1.0, 0.0, 1.0])

eps = torch.zeros(4, requires_grad=True)
inner = weighted_bce(model, x, y, eps)
grads = torch.autograd.grad(inner, list(model.parameters()), create_graph=True)
with torch.no_grad():
    for p, g in zip(model.parameters(), grads):
        p -= 0.5 * g
loss = weighted_bce(model, x_val, y_val, torch.full((3,), 1 / 3))
loss.backward()
