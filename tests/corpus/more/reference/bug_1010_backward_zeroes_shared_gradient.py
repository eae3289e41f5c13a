import torch


class HardGate(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.clamp(min=0.0)

    @staticmethod
    def backward(ctx, grad_output):
        x, = ctx.saved_tensors
        return grad_output.masked_fill(x < 0, 0.0)


torch.manual_seed(1010)
w = torch.randn(4, requires_grad=True)
x = torch.randn(4)
pre = w * x
out = pre * 1.0 + HardGate.apply(pre * 2.0)
loss = (out * torch.tensor([1.0, 2.0, 3.0, 4.0])).sum()
loss.backward()
