import torch


def relative_angle(Ra: torch.Tensor, Rb: torch.Tensor) -> torch.Tensor:
    rel = Ra.transpose(-1, -2) @ Rb
    trace = rel.diagonal(dim1=-2, dim2=-1).sum(-1)
    cosine = (trace - 1) / 2
    near = cosine > 1 - 1e-6
    angle = torch.acos(torch.where(near, torch.zeros_like(cosine), cosine))
    return torch.where(near, torch.zeros_like(cosine), angle)


def yaw(angles: torch.Tensor) -> torch.Tensor:
    c, s, o, i = angles.cos(), angles.sin(), torch.zeros_like(angles), torch.ones_like(angles)
    return torch.stack([c, -s, o, s, c, o, o, o, i], dim=-1).view(-1, 3, 3)


heading = torch.tensor([0.0, 0.4, -0.7], requires_grad=True)
truth = torch.tensor([0.0, 0.1, -0.2])
error = relative_angle(yaw(heading), yaw(truth))
loss = error.pow(2).sum()
loss.backward()
