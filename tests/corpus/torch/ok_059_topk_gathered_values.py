import torch

torch.manual_seed(346)
score = torch.randn(3, 6, requires_grad=True)
values, idx = score.topk(2, dim=1)
gate = torch.softmax(values, dim=1)
feats = torch.randn(3, 6)
loss = (gate * feats.gather(1, idx)).sum()
loss.backward()
