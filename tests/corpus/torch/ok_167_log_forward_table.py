import torch

torch.manual_seed(412)
trans = torch.randn(3, 3, requires_grad=True)
emit = torch.randn(4, 3)

table = torch.zeros(4, 3)
table[0] = emit[0]
for t in range(1, 4):
    table[t] = torch.logsumexp(table[t - 1][:, None] + trans, dim=0) + emit[t]
loss = -torch.logsumexp(table[-1], dim=0)
loss.backward()
print("nll", loss.item())
