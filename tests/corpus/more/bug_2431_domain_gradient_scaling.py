import torch
import torch.nn as nn


class ScaleGrad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        grad *= ctx.scale
        return grad, None


class Speaker(nn.Module):
    def __init__(self):
        super().__init__()
        self.content, self.style = nn.Linear(4, 3), nn.Linear(4, 3)

    def forward(self, x):
        return self.content(x) + ScaleGrad.apply(self.style(x), 0.1)


torch.manual_seed(63)
net = Speaker()
x, mel = torch.randn(5, 4), torch.randn(5, 3)
loss = nn.functional.mse_loss(net(x), mel)
loss.backward()
