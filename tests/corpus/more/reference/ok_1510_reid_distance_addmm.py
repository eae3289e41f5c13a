import torch
import torch.nn as nn

torch.manual_seed(1560)
embed = nn.Linear(3, 2)
images = torch.randn(4, 3)
ids = torch.tensor([0, 0, 1, 1])


def pairwise(inputs):
    n = inputs.size(0)
    dist = inputs.pow(2).sum(dim=1, keepdim=True).expand(n, n)
    dist = dist + dist.t()
    dist = dist - 2 * (inputs @ inputs.t())
    return dist.clamp(min=1e-6).sqrt()


dist = pairwise(embed(images))
same = ids.unsqueeze(0) == ids.unsqueeze(1)
hardest_pos = dist.masked_fill(~same, 0.0).amax(dim=1)
hardest_neg = dist.masked_fill(same, 1e3).amin(dim=1)
loss = torch.relu(hardest_pos - hardest_neg + 0.8).mean()
loss.backward()
