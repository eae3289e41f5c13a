import torch


class CropEdges(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, margin):
        ctx.margin = margin
        return x[..., margin:-margin]

    @staticmethod
    def backward(ctx, grad):
        pad = (ctx.margin, ctx.margin)
        return torch.nn.functional.pad(grad, pad), None


def denoise(x, bias):
    core = CropEdges.apply(x, 1)
    return core - bias


torch.manual_seed(44)
signal = torch.randn(2, 6, requires_grad=True)
kernel = torch.tensor([0.25, 0.5, 0.25])
smooth = signal * kernel.sum()
loss = denoise(smooth, bias=0.3).pow(2).sum()
loss.backward()
