import torch

torch.manual_seed(2341)
w = torch.randn(3, requires_grad=True)
x, y = torch.randn(6, 3), torch.rand(6)


def data_loss(w):
    return (torch.sigmoid(x @ w) - y).square().mean()


data_loss(w).backward(create_graph=True)
loss = w.grad.square().sum()
w.grad.zero_()
loss.backward()
