import torch
import torch.nn as nn


class FastRoPE(torch.autograd.Function):
    @staticmethod
    def forward(ctx, q, cos, sin):
        ctx.save_for_backward(cos, sin)
        q1, q2 = q[:, :2].clone(), q[:, 2:].clone()
        q[:, :2] = q1 * cos - q2 * sin
        q[:, 2:] = q2 * cos + q1 * sin
        return q

    @staticmethod
    def backward(ctx, g):
        cos, sin = ctx.saved_tensors
        g1, g2 = g[:, :2], g[:, 2:]
        return torch.cat([g1 * cos + g2 * sin, g2 * cos - g1 * sin], dim=1), None, None


torch.manual_seed(910)
wq = nn.Linear(3, 4, bias=False)
tokens, key = torch.randn(3, 3), torch.randn(4)
angle = torch.arange(3.0)[:, None] * torch.tensor([1.0, 0.3])
q = wq(tokens)
q_rot = FastRoPE.apply(q, angle.cos(), angle.sin())
content = q @ key
loss = (q_rot @ key).pow(2).sum() + content.pow(2).sum()
loss.backward()
