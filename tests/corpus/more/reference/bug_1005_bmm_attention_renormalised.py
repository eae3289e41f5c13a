import torch

torch.manual_seed(1005)
query = torch.randn(1, 2, 3, requires_grad=True)
drugs = torch.randn(1, 2, 3, requires_grad=True)
keep = torch.tensor([[[1.0, 0.5], [0.7, 1.0]]])

scores = torch.bmm(query, drugs.transpose(1, 2))
weights = scores.exp()
context = torch.bmm(weights, drugs)
weights = weights * keep
loss = context.pow(2).sum() + weights.sum()
loss.backward()
