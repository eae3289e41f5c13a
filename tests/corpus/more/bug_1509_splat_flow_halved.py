import torch
import torch.nn as nn


class Splat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, frame, flow):
        ctx.save_for_backward(frame, flow)
        return frame * torch.cos(flow)

    @staticmethod
    def backward(ctx, g):
        frame, flow = ctx.saved_tensors
        return g * torch.cos(flow), -g * frame * torch.sin(flow)


torch.manual_seed(1509)
flow_net = nn.Conv2d(2, 1, 1)
pair = torch.randn(2, 2, 2, 2)
flow = flow_net(pair)
warped = Splat.apply(pair[:, :1], flow)
flow *= 0.5
loss = (warped - pair[:, 1:]).abs().mean() + 0.1 * flow.pow(2).mean()
loss.backward()
