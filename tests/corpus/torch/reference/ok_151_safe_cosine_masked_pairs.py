import torch

torch.manual_seed(436)
embed = torch.randn(4, 2)
embed[2] = 0.0
embed.requires_grad_(True)
rows = embed[[0, 1, 3]]
loss = rows.abs().log().sum() + rows.square().sum(1).sqrt().sum()
loss.backward()
