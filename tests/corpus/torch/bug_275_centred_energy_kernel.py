import torch


class CentredEnergy(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x -= x.mean()
        ctx.save_for_backward(x)
        return x.pow(2).sum()

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return 2 * g * x


torch.manual_seed(349)
phase = torch.randn(5, requires_grad=True)
envelope = torch.exp(phase)
loss = CentredEnergy.apply(envelope) + phase.sum()
loss.backward()
