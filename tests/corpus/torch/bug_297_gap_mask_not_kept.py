import torch
import torch.nn as nn

torch.manual_seed(374)
conv = nn.Conv1d(1, 2, 2, bias=False)
reads = torch.randn(3, 1, 5)
gap = torch.tensor([[0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 1, 1]]).bool()

feat = conv(reads)
feat.masked_fill(gap[:, None], 0.0)
score = feat.sum(dim=2)
loss = score.pow(2).mean()
loss.backward()
print("loss", loss.item())
