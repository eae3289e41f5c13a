import torch
import torch.nn.functional as F

torch.manual_seed(2314)
heatmap = torch.randn(9, requires_grad=True)
radius = 1

_, index = torch.max(heatmap, dim=0)
padded = F.pad(heatmap, (radius, radius))
sub_feature = F.relu(padded[index:index + 2 * radius + 1]) + 1e-3
places = torch.tensor([-1.0, 0.0, 1.0]) + index
location = (sub_feature / sub_feature.sum()) @ places
loss = (location - 3.2).pow(2)
loss.backward()
