import numpy as np
import torch

torch.manual_seed(631)
gain = torch.tensor([0.4, 1.3], requires_grad=True)
inputs = torch.randn(6, 2)
target = torch.randn(6)


def summary(err):
    err = err.detach().numpy()
    err.sort()
    return err[len(err) // 2], err[-1]


error = torch.exp(inputs @ gain) - target
loss = torch.log1p(error.pow(2)).mean()
median, worst = summary(error)
print(f"median {median:.3f} worst {np.round(worst, 3)}")
loss.backward()
