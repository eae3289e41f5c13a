import torch

torch.manual_seed(2015)
image = torch.randn(1, 3, 2, 2, requires_grad=True)
means, stds = [0.4, 0.5, 0.6], [0.2, 0.3, 0.4]

frame = (image - torch.tensor(means).view(1, 3, 1, 1)) / torch.tensor(stds).view(1, 3, 1, 1)
loss = frame.pow(2).sum()
loss.backward()
