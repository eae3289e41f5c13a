import torch
import torch.nn.functional as F

torch.manual_seed(218)
pred = torch.tensor([[0.0, 0.0, 2.0], [0.3, -0.4, 1.0], [1.0, 0.2, 0.5]], requires_grad=True)
true = torch.tensor([[0.0, 0.0, 1.0], [0.0, 0.6, 0.8], [0.8, 0.0, 0.6]])


def angular_error(a, b):
    cos = (F.normalize(a, dim=-1) * b).sum(-1)
    near = cos > 1.0 - 1e-6
    angle = torch.acos(torch.where(near, torch.zeros_like(cos), cos))
    return torch.where(near, 2.0 * (1.0 - cos), angle.pow(2))


weights = torch.rand(3) + 0.5
loss = (weights * angular_error(pred, true)).mean()
loss.backward()
