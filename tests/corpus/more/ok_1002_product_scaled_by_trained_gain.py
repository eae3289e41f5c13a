import torch

torch.manual_seed(2002)
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([3.0, 3.0, 3.0], requires_grad=True)
gain = torch.tensor([2.0, 4.0, 6.0], requires_grad=True)

c = a * b
c *= gain
loss = (c * torch.tensor([1.0, 0.5, 0.25])).sum()
loss.backward()
