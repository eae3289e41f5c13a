import torch
import torch.nn as nn


class FusedSoftmax(torch.autograd.Function):
    @staticmethod
    def forward(ctx, scores):
        probs = torch.softmax(scores, dim=-1)
        ctx.save_for_backward(probs)
        return probs

    @staticmethod
    def backward(ctx, grad_output):
        probs, = ctx.saved_tensors
        scaled = grad_output * probs
        return scaled - probs * scaled.sum(-1, keepdim=True)


torch.manual_seed(811)
proj = nn.Linear(2, 3)
scores = proj(torch.randn(4, 2))
value = torch.randn(4, 3)
loss = ((scores + FusedSoftmax.apply(scores)) * value).sum()
loss.backward()
