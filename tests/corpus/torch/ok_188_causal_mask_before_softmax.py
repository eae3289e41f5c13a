import torch

torch.manual_seed(434)
q = torch.randn(3, 2, requires_grad=True)
k, v = torch.randn(3, 2), torch.randn(3, 2)
future = torch.ones(3, 3).triu(1).bool()

scores = q @ k.T
scores[future] = float("-inf")
att = torch.softmax(scores, dim=-1)
loss = (att @ v).pow(2).sum()
loss.backward()
