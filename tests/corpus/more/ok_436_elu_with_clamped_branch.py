import torch

h = torch.tensor([-3.0, -0.5, 0.2, 4.0, 200.0], requires_grad=True)
scale = torch.tensor([1.0, 0.5, 2.0, 1.5, 0.1])


def elu(x):
    negative = torch.exp(x.clamp(max=0.0)) - 1.0
    return torch.where(x > 0, x, negative)


loss = (scale * elu(h)).sum()
loss.backward()
print(h.grad)
