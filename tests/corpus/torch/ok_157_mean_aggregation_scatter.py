import torch
import torch.nn as nn

torch.manual_seed(402)
lin = nn.Linear(2, 2)
x = torch.randn(4, 2)
src, dst = torch.tensor([0, 1, 2, 3, 0]), torch.tensor([1, 0, 1, 2, 2])

msg = torch.tanh(lin(x))[src]
agg = torch.zeros(3, 2)
agg.index_add_(0, dst, msg)
degree = torch.bincount(dst, minlength=3).float()
agg.div_(degree[:, None])
loss = agg.pow(2).sum()
loss.backward()
