import torch
import torch.nn as nn

torch.manual_seed(89)
emb, clf = nn.Embedding(6, 3), nn.Linear(3, 2)
ids, y = torch.tensor([[0, 2], [4, 5], [1, 1]]), torch.tensor([0, 1, 1])
ce = nn.functional.cross_entropy


def attack(base, steps=2, eps=0.1):
    delta = torch.zeros_like(base).requires_grad_(True)
    for _ in range(steps):
        (g,) = torch.autograd.grad(ce(clf((base + delta).mean(1)), y), delta)
        delta = (delta + 0.06 * g.sign()).clamp(-eps, eps).detach().requires_grad_(True)
    return delta.detach()


vectors = emb(ids)
delta = attack(vectors.detach())
loss = ce(clf((vectors + delta).mean(1)), y)
loss.backward()
