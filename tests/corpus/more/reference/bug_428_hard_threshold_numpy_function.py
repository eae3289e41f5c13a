import torch
import torch.nn as nn


class HardThreshold(torch.autograd.Function):
    @staticmethod
    def forward(ctx, code, level):
        array = code.detach().clone().numpy()
        small = abs(array) < level
        array[small] = 0.0
        ctx.save_for_backward(torch.from_numpy(small))
        return torch.from_numpy(array.copy())

    @staticmethod
    def backward(ctx, g):
        small, = ctx.saved_tensors
        return g.masked_fill(small, 0.3), None


torch.manual_seed(4039)
lin = nn.Linear(3, 4)
code = torch.tanh(lin(torch.randn(5, 3)))
sparse = HardThreshold.apply(code, 0.4)
loss = sparse.pow(2).sum() + 0.1 * code.abs().sum()
loss.backward()
