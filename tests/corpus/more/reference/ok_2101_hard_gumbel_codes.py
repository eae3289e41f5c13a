import torch
import torch.nn as nn
import torch.nn.functional as F


class StraightThrough(torch.autograd.Function):
    @staticmethod
    def forward(ctx, soft):
        return F.one_hot(soft.argmax(dim=-1), soft.size(-1)).to(soft.dtype)

    @staticmethod
    def backward(ctx, grad):
        return grad


torch.manual_seed(74)
enc, codes = nn.Linear(3, 4), nn.Parameter(torch.randn(4, 3))
x = torch.randn(5, 3)
logits = enc(x)
u = torch.rand_like(logits)
soft = F.softmax(logits - torch.log(-torch.log(u)), dim=-1)
loss = F.mse_loss(StraightThrough.apply(soft) @ codes, x)
loss.backward()
