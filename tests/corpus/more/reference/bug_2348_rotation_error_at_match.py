import torch


def rotation(angle):
    c, s = torch.cos(angle), torch.sin(angle)
    zero, one = torch.zeros_like(angle), torch.ones_like(angle)
    rows = [c, -s, zero, s, c, zero, zero, zero, one]
    return torch.stack(rows, dim=-1).view(-1, 3, 3)


def geodesic(a, b):
    trace = torch.einsum("bij,bij->b", a, b)
    cos = ((trace - 1) / 2).clamp(-1.0 + 1e-6, 1.0 - 1e-6)
    return torch.acos(cos)


theta = torch.tensor([0.0, 0.4, -1.0], requires_grad=True)
goal = rotation(torch.tensor([0.0, 0.1, 0.3]))
error = geodesic(rotation(theta), goal)
loss = error.mean()
loss.backward()
print("angles", error.tolist())
