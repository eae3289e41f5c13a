import torch

torch.manual_seed(803)
keep = torch.tensor([0.4, 0.9, 0.2], requires_grad=True)
weight = torch.randn(3, 2, dtype=torch.float64)

rest = keep[1:, None].repeat(1, 2).double()
mask = torch.cat([torch.zeros(1, 2, dtype=torch.float64), rest], dim=0)
pruned = mask * weight
loss = pruned.pow(2).sum() + mask.sum()
loss.backward()
