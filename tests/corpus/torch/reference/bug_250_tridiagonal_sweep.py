import torch

torch.manual_seed(325)
diag = (2.0 + torch.rand(5)).requires_grad_()
upper = torch.rand(5)
lower = torch.rand(5)
rhs = torch.randn(5)


def sweep(diag, upper, lower, rhs):
    b, d = list(diag.unbind()), list(rhs.unbind())
    for i in range(1, 5):
        m = lower[i] / b[i - 1]
        b[i] = b[i] - m * upper[i - 1]
        d[i] = d[i] - m * d[i - 1]
    return b, d


b, d = sweep(diag, upper, lower, rhs)
loss = (d[-1] / b[-1]).pow(2)
loss.backward()
