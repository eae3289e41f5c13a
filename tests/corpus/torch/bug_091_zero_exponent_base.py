import torch

torch.manual_seed(266)
base = torch.tensor([0.5, 0.0, 0.25], requires_grad=True)
expo = torch.tensor([2.0, 0.5, 1.0], requires_grad=True)


def gamma_curve(x, g):
    return torch.pow(x, g)


weight = torch.tensor([1.0, 0.0, 1.0])
out = gamma_curve(base, expo)
loss = (weight * out).sum()
loss.backward()
print(base.grad)
