import torch
import torch.nn as nn

torch.manual_seed(1126)


class Splat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, image, flow):
        ctx.save_for_backward(image, flow)
        return image * torch.exp(flow)

    @staticmethod
    def backward(ctx, grad):
        image, flow = ctx.saved_tensors
        return grad * torch.exp(flow), grad * image * torch.exp(flow)


flow_net = nn.Linear(3, 2)
flow = flow_net(torch.randn(4, 3))
warped = Splat.apply(torch.rand(4, 2), flow)
flow = flow * 0.5
half = Splat.apply(torch.rand(4, 2), flow)
loss = warped.pow(2).mean() + half.mean()
loss.backward()
