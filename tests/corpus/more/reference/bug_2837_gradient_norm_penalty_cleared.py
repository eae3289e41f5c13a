import torch

torch.manual_seed(2341)
w = torch.randn(3, requires_grad=True)
x, y = torch.randn(6, 3), torch.rand(6)


def data_loss(w):
    return (torch.sigmoid(x @ w) - y).square().mean()


g, = torch.autograd.grad(data_loss(w), w, create_graph=True)
loss = g.square().sum()
loss.backward()
