import torch

torch.manual_seed(272)
w = torch.randn(3, requires_grad=True)
v = torch.tensor([1.0, 0.0, -1.0])


def energy(w):
    return (w ** 4).sum() + w.prod()


g, = torch.autograd.grad(energy(w), w, create_graph=True)
directional = (g * v).sum()
w.grad = None
loss = directional + w.sum()
loss.backward()
