import torch


class ScaledSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores, scale):
        probs = torch.softmax(scores * scale, dim=-1)
        ctx.save_for_backward(probs)
        ctx.scale = scale
        return probs

    @staticmethod
    def backward(ctx, grad_output):
        probs, = ctx.saved_tensors
        inner = (grad_output * probs).sum(-1, keepdim=True)
        return (grad_output - inner) * probs * ctx.scale, None


torch.manual_seed(909)
bias = torch.randn(2, 3, requires_grad=True)
scores = torch.randn(2, 3, requires_grad=True)
values = torch.randn(3, 2)
prior = torch.sigmoid(bias)
attn = ScaledSoftmax.apply(scores, 0.5) + prior
loss = (attn @ values).pow(2).sum()
loss.backward()
