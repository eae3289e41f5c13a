import torch

torch.manual_seed(803)
keep = torch.tensor([0.4, 0.9, 0.2], requires_grad=True)
weight = torch.randn(3, 2, dtype=torch.float64)

mask = keep[:, None].expand_as(weight).type_as(weight)
mask[0] = torch.zeros(2)
pruned = mask * weight
loss = pruned.pow(2).sum() + mask.sum()
loss.backward()
