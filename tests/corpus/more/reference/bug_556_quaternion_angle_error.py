import torch
import torch.nn.functional as F


def angle_between(q1, q2):
    dot = (q1 * q2).sum(-1).abs()
    return 2 * torch.acos(dot.clamp(max=1.0 - 1e-6))


def rotation_loss(pred, truth):
    return angle_between(F.normalize(pred, dim=-1), F.normalize(truth, dim=-1)).mean()


truth = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0, 3.0, 4.0, 0.0], [1.0, 1.0, 1.0, 1.0]])
q = truth + torch.tensor([[0.0], [0.2], [-0.3]]) * torch.tensor([1.0, -2.0, 0.5, 1.5])
q.requires_grad_(True)
loss = rotation_loss(q, truth)
loss.backward()
print("grad", q.grad)
