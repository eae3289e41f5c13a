import torch

torch.manual_seed(54)
q = torch.randn(3, 2, requires_grad=True)
k, v = torch.randn(3, 2), torch.randn(3, 2)
future = torch.ones(3, 3).triu(1).bool()

scores = q @ k.t() / 2 ** 0.5
scores.masked_fill(future, float("-inf"))
out = torch.softmax(scores, dim=-1) @ v
loss = out.pow(2).sum()
loss.backward()
