import torch
import torch.nn as nn


class FastSigmoidSpike(torch.autograd.Function):
    @staticmethod
    def forward(v, slope):
        return (v >= 0).to(v.dtype)

    @staticmethod
    def setup_context(ctx, inputs, output):
        v, ctx.slope = inputs
        ctx.save_for_backward(v)

    @staticmethod
    def backward(ctx, grad):
        if not ctx.needs_input_grad[0]:
            return None, None
        (v,) = ctx.saved_tensors
        scale = v.abs().mul_(ctx.slope).add_(1.0).pow_(-2)
        return scale.mul_(grad), None


torch.manual_seed(1410)
fc = nn.Linear(3, 4)
lif = {"v": torch.zeros(2, 4), "count": torch.zeros(2, 4)}
for frame in torch.rand(5, 2, 3):
    v = 0.8 * lif["v"] + fc(frame)
    u = v - 1.0
    soft = u / (1 + 5.0 * u.abs())
    s = (u >= 0).float() + soft - soft.detach()
    lif |= {"v": v - s.detach()}
    lif["count"] += s
loss = (lif["count"].mean(0) - 1.0).square().sum()
loss.backward()
