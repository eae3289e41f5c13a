import torch

torch.manual_seed(353)
x = torch.randn(4, requires_grad=True)
h = x * 3.0
handle = h.register_hook(lambda g: g.clamp(-0.1, 0.1))
loss = h.pow(2).sum()
loss.backward()
handle.remove()
x.grad = 3.0 * (2 * h.detach()).clamp(-0.1, 0.1)
