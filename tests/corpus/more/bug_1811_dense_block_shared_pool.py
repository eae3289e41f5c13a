import torch
import torch.nn as nn


class SharedCat(torch.autograd.Function):
    pool = torch.zeros(64)

    @staticmethod
    def forward(ctx, *feats):
        ctx.sizes = [f.size(1) for f in feats]
        shape = (feats[0].size(0), sum(ctx.sizes))
        out = torch.empty(0).set_(SharedCat.pool.untyped_storage(), 0, shape)
        torch.cat(feats, dim=1, out=out)
        return out

    @staticmethod
    def backward(ctx, g):
        return tuple(g.split(ctx.sizes, dim=1))


class DenseBlock(nn.Module):
    def __init__(self, width, growth, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width + i * growth, growth) for i in range(depth))

    def forward(self, x):
        feats = [x]
        for layer in self.layers:
            feats.append(torch.tanh(layer(SharedCat.apply(*feats))))
        return feats[-1]


torch.manual_seed(1811)
block = DenseBlock(2, 2, 3)
loss = block(torch.randn(3, 2, requires_grad=True)).pow(2).sum()
loss.backward()
