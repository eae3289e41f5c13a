import torch

torch.manual_seed(1702)
att = torch.randn(2, 2, requires_grad=True)
x = torch.randn(3, 2)
edge = torch.tensor([[True, True, False], [True, True, False], [False, False, False]])

scores = (x @ att @ x.T).masked_fill(~edge, float("-inf"))
weights = torch.softmax(scores, dim=-1)
weights = torch.where(edge, weights, torch.zeros_like(weights))
loss = (weights @ x).pow(2).sum()
loss.backward()
print(att.grad)
