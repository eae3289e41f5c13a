import torch

torch.manual_seed(2014)
scores = torch.randn(5, requires_grad=True)
gt = torch.tensor([1.0, 0.3, 0.0, 1.0, 0.6])
pred = torch.sigmoid(scores)
hit = torch.tensor([True, False, False, True, False])
terms = torch.where(hit, pred.log() * (1 - pred) ** 2, (1 - pred).log() * pred ** 2 * (1 - gt) ** 4)
loss = -terms.sum() / 2.0
loss.backward()
