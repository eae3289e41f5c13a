import torch


def chebyshev(x, degree):
    T = torch.ones(degree + 1, len(x))
    T[1] = x
    for n in range(2, degree + 1):
        T[n] = 2 * x * T[n - 1] - T[n - 2]
    return T


x = torch.tensor([-0.7, 0.1, 0.6], requires_grad=True)
coef = torch.tensor([0.5, -1.0, 0.3, 0.8])
loss = (coef @ chebyshev(x, 3)).pow(2).sum()
loss.backward()
