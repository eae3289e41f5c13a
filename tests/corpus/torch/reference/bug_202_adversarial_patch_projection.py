import torch
import torch.nn as nn

torch.manual_seed(332)
victim = nn.Sequential(nn.Flatten(), nn.Linear(16, 3)).requires_grad_(False)
patch = torch.rand(2, 2, requires_grad=True)
optimizer = torch.optim.Adam([patch], lr=0.3)


def paste(images, patch, row, col):
    pad = nn.functional.pad(patch, (col, 2 - col, row, 2 - row))
    hole = nn.functional.pad(torch.ones_like(patch), (col, 2 - col, row, 2 - row))
    return images * (1 - hole) + pad


def project(t, lo=0.0, hi=1.0):
    with torch.no_grad():
        return t.clamp_(lo, hi)


images = torch.rand(4, 4, 4)
target = torch.full((4,), 2)
for it in range(3):
    optimizer.zero_grad()
    logits = victim(paste(images, patch, it % 3, 1))
    loss = nn.functional.cross_entropy(logits, target)
    loss.backward()
    optimizer.step()
    project(patch)
    print(it, loss.item())
