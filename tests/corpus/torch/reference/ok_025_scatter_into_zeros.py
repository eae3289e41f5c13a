import torch

torch.manual_seed(312)
msg = torch.randn(5, 2, requires_grad=True)
dst = torch.tensor([0, 1, 1, 2, 0])

agg = torch.zeros(3, 2)
agg = agg.index_add(0, dst, msg.tanh())
agg = agg + 1.0
loss = agg.log1p().sum() if (agg > -1).all() else agg.pow(2).sum()
loss.backward()
