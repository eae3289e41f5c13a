import numpy as np
import torch

torch.manual_seed(2137)
user = torch.randn(4, 2, requires_grad=True)
item = torch.randn(3, 2, requires_grad=True)
ratings = torch.rand(4, 3)


def project(*factors):
    for f in factors:
        arr = f.detach().numpy().copy()
        np.maximum(arr, 0.0, out=arr)


def reconstruction():
    pred = user @ item.T
    return (pred - ratings).pow(2).mean()


loss = reconstruction()
project(user, item)
loss.backward()
