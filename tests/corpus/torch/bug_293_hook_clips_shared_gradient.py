import torch

torch.manual_seed(370)
signal = torch.randn(5, requires_grad=True)
bias = torch.randn(5, requires_grad=True)


def clip(g):
    return g.clamp_(-0.5, 0.5)


offset = torch.tanh(bias)
drive = signal * 2.0
drive.register_hook(clip)
out = drive + offset
loss = out.pow(2).sum()
loss.backward()
print("signal", signal.grad)
print("bias", bias.grad)
