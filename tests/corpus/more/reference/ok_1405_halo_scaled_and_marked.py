import torch


class ScaleHalo(torch.autograd.Function):
    @staticmethod
    def forward(ctx, padded, factor):
        ctx.factor = factor
        out = padded.clone()
        out[:, :1] *= factor
        out[:, -1:] *= factor
        return out

    @staticmethod
    def backward(ctx, g):
        g = g.clone()
        g[:, :1] *= ctx.factor
        g[:, -1:] *= ctx.factor
        return g, None


torch.manual_seed(2405)
x = torch.randn(2, 4, requires_grad=True)
padded = torch.nn.functional.pad(x, (1, 1), mode="replicate")
out = ScaleHalo.apply(padded, 0.5)
loss = out.pow(3).sum()
loss.backward()
