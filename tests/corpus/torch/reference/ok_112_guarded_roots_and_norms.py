import torch
import torch.nn.functional as F

EPS = 1e-8


def charbonnier(d):
    return torch.hypot(d, torch.full_like(d, EPS ** 0.5))


def angle(a, b):
    c = F.cosine_similarity(a, b, dim=-1)
    return torch.acos(c.clamp(-1 + 1e-4, 1 - 1e-4))


def gamma(img, g):
    return (img.clamp(min=0) + 1e-3).pow(g)


v = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.5, -0.5]], requires_grad=True)
ref = torch.tensor([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
unit = F.normalize(v, dim=1)
terms = [
    charbonnier(v).sum(),
    angle(v, ref).sum(),
    gamma(v, 1 / 2.2).sum(),
    v.abs().pow(1.5).sum(),
    torch.linalg.vector_norm(v, dim=1).sum(),
    unit.sum(),
]
loss = torch.stack(terms).sum()
loss.backward()
print("grad", v.grad)
