import torch
import torch.nn.functional as F


def angular_error(a, b, degrees=False):
    a = F.normalize(a, dim=-1)
    b = F.normalize(b, dim=-1)
    cos = (a * b).sum(dim=-1)
    ang = torch.acos(cos.clamp(-1 + 1e-7, 1 - 1e-7))
    return torch.rad2deg(ang) if degrees else ang


def gaze_loss(pred, target, confidence):
    per_sample = angular_error(pred, target)
    return (confidence * per_sample).sum() / confidence.sum()


torch.manual_seed(3118)
target = torch.tensor([[0.0, 0.0, -2.0], [0.6, 0.0, -0.8], [0.0, 1.0, -1.0]])
pred = torch.tensor([[0.0, 0.0, -1.0], [0.1, 0.2, -0.9], [0.3, 0.4, -1.2]], requires_grad=True)
confidence = torch.tensor([1.0, 0.5, 0.8])
loss = gaze_loss(pred, target, confidence)
loss.backward()
