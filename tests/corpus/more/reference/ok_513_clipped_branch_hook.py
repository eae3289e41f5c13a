import torch
import torch.nn as nn

torch.manual_seed(42)
trunk, aux = nn.Linear(2, 3), nn.Linear(3, 3)
x, y = torch.randn(4, 2), torch.randn(4, 3)
norms = []


def limit(grad, ceiling=0.2):
    norms.append(grad.norm().item())
    return grad.clamp(-ceiling, ceiling)


h = trunk(x)
side = aux(h)
side.register_hook(limit)
loss = (h + side - y).square().mean()
loss.backward()
print(f"{norms[0]:.4f}")
