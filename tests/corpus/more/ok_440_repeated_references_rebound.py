import torch

torch.manual_seed(4130)
seed = torch.randn(3, requires_grad=True)
base = torch.sigmoid(seed)

branches = [base] * 3
for k in range(3):
    branches[k] = branches[k] * (k + 1)
    branches[k] = branches[k] + base
branches[0] += 1.0
loss = sum(b.pow(2).sum() for b in branches)
loss.backward()
