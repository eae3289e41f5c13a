import torch

torch.manual_seed(250)
w = torch.randn(3, requires_grad=True)
x = torch.randn(6, 3)


def objective():
    margin = x @ w
    return torch.log1p(torch.exp(-margin)).mean()


loss = objective()
reg = 0.1 * w.pow(2).sum()
loss.backward()
total = loss + reg
w.grad = None
total.backward()
