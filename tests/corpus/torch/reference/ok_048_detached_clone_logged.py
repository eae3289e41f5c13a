import torch

torch.manual_seed(335)
x = torch.randn(2, 5, requires_grad=True)
p = torch.softmax(x, dim=1)
loss = -(p * p.log()).sum()
loss.backward()
