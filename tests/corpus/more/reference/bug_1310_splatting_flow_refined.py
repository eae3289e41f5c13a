import torch


class Splat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, frame, flow):
        ctx.save_for_backward(frame, flow)
        return frame * torch.exp(-flow ** 2)

    @staticmethod
    def backward(ctx, g):
        frame, flow = ctx.saved_tensors
        w = torch.exp(-flow ** 2)
        return g * w, g * frame * w * (-2 * flow)


torch.manual_seed(1310)
frame, coarse = torch.randn(4), torch.randn(4, requires_grad=True)
flow, total = coarse * 0.5, 0.0
for level in range(2):
    total = total + Splat.apply(frame, flow).pow(2).sum()
    flow = flow + 0.1 * torch.tanh(coarse)
loss = total
loss.backward()
