import torch


class StableSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        e = torch.exp(x - x.amax(dim=-1, keepdim=True))
        p = e / e.sum(dim=-1, keepdim=True)
        ctx.save_for_backward(p)
        return p

    @staticmethod
    def backward(ctx, g):
        p, = ctx.saved_tensors
        return p * (g - (g * p).sum(dim=-1, keepdim=True))


torch.manual_seed(4040)
score = torch.randn(2, 4, requires_grad=True)
allowed = torch.tensor([1.0, 1.0, 0.0, 1.0])
p = StableSoftmax.apply(score)
p = p * allowed
p = p / p.sum(-1, keepdim=True)
loss = -(p[:, 0] + 1e-6).log().mean()
loss.backward()
