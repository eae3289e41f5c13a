import math
import torch

length = torch.tensor(0.8, requires_grad=True)
measured = torch.tensor([1.80, 1.83, 1.79])


def period(length, g=9.81):
    return 2 * math.pi * math.sqrt(length / g)


loss = (period(length) - measured).pow(2).mean()
loss.backward()
print(length.grad)
