import torch
import torch.nn as nn


class DequantizeAndLinear(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, codes, scale):
        weight = codes.to(x.dtype) * scale
        ctx.save_for_backward(weight)
        return (x.flatten(0, 1) @ weight.t()).view(*x.shape[:2], -1)

    @staticmethod
    def backward(ctx, grad):
        (weight,) = ctx.saved_tensors
        return grad @ weight, None, None


class FrozenLinear(nn.Module):
    def __init__(self, dim_in, dim_out):
        super().__init__()
        self.register_buffer("codes", torch.randint(-8, 8, (dim_out, dim_in)))
        self.adapter = nn.Linear(dim_in, dim_out, bias=False)

    def forward(self, x):
        out = DequantizeAndLinear.apply(x, self.codes, 0.1)
        return out + self.adapter(x)


torch.manual_seed(1244)
embed, layer = nn.Embedding(6, 3), FrozenLinear(3, 4)
loss = layer(embed(torch.tensor([[0, 2, 5], [1, 1, 4]]))).pow(2).mean()
loss.backward()
