import torch

torch.manual_seed(2016)
pred = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
target = torch.tensor([1.0, 2.5, 2.0])

error = torch.abs(pred - target)
rmse = torch.sqrt((pred - target).pow(2).mean())
loss = error.sum() + rmse
loss.backward()
