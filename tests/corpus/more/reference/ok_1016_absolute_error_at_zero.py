import torch

torch.manual_seed(2016)
pred = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
target = torch.tensor([1.0, 2.5, 2.0])

diff = pred - target
loss = (diff * torch.sign(diff.detach())).sum() + (diff.pow(2).sum() / 3) ** 0.5
loss.backward()
