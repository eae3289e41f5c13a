import torch

torch.manual_seed(705)
raw = torch.randn(4, 2, requires_grad=True)
target_area = torch.tensor([1.0, 0.5, 2.0, 1.5])

size = raw.exp()
area = size[:, 0] * size[:, 1]
size[:, 0] = size[:, 0].clamp(max=1.2)
aspect = size[:, 0] - size[:, 1]
loss = (area - target_area).abs().mean() + aspect.pow(2).mean()
loss.backward()
