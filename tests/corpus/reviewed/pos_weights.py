import torch
logits = torch.randn(8, requires_grad=True)
y = (torch.randn(8) > 0).float()
n = y.sum()
pw = torch.tensor([(8 - n) / n.clamp(min=1), 1.0])
loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, y, pos_weight=pw[0])
loss.backward()
