import torch
import torch.nn as nn
from torch.autograd import Function
from torch.autograd.function import once_differentiable


class InplaceLeaky(Function):
    @staticmethod
    def forward(ctx, x, slope):
        neg = x < 0
        ctx.save_for_backward(neg)
        ctx.slope = slope
        x[neg] *= slope
        ctx.mark_dirty(x)
        return x

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        neg, = ctx.saved_tensors
        return torch.where(neg, g * ctx.slope, g), None


class MaxWithIndex(Function):
    @staticmethod
    def forward(ctx, x):
        values, idx = x.max(dim=1)
        ctx.save_for_backward(idx)
        ctx.shape = x.shape
        ctx.mark_non_differentiable(idx)
        return values, idx

    @staticmethod
    def backward(ctx, g_values, g_idx):
        idx, = ctx.saved_tensors
        return g_values.new_zeros(ctx.shape).scatter_(1, idx.unsqueeze(1), g_values.unsqueeze(1))


class LinearFn(Function):
    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight)
        ctx.set_materialize_grads(False)
        out = x.mm(weight.t())
        if bias is not None:
            out += bias.unsqueeze(0).expand_as(out)
        return out

    @staticmethod
    def backward(ctx, g):
        if g is None:
            return None, None, None
        x, weight = ctx.saved_tensors
        gx = g.mm(weight) if ctx.needs_input_grad[0] else None
        gw = g.t().mm(x) if ctx.needs_input_grad[1] else None
        gb = g.sum(0) if ctx.needs_input_grad[2] else None
        return gx, gw, gb


class Layer(nn.Module):
    def __init__(self, fin, fout):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(fout, fin).uniform_(-0.5, 0.5))
        self.bias = nn.Parameter(torch.empty(fout).uniform_(-0.1, 0.1))

    def forward(self, x):
        return InplaceLeaky.apply(LinearFn.apply(x, self.weight, self.bias), 0.1)


torch.manual_seed(191)
layer, head = Layer(4, 6), Layer(6, 5)
opt = torch.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    x = torch.randn(7, 4)
    opt.zero_grad()
    top, which = MaxWithIndex.apply(head(layer(x)))
    loss = (top - which.to(top.dtype) * 0.1).pow(2).mean()
    loss.backward()
    opt.step()
