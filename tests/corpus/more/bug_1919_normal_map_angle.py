import torch
import torch.nn.functional as F

torch.manual_seed(218)
pred = torch.tensor([[0.0, 0.0, 2.0], [0.3, -0.4, 1.0], [1.0, 0.2, 0.5]], requires_grad=True)
true = torch.tensor([[0.0, 0.0, 1.0], [0.0, 0.6, 0.8], [0.8, 0.0, 0.6]])


def angular_error(a, b):
    cos = (F.normalize(a, dim=-1) * b).sum(-1)
    angle = torch.acos(cos.clamp(-1.0, 1.0))
    return angle.pow(2)


weights = torch.rand(3) + 0.5
loss = (weights * angular_error(pred, true)).mean()
loss.backward()
