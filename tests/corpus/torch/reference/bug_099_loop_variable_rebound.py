import torch

torch.manual_seed(274)
rows = torch.randn(3, 4, requires_grad=True)

scaled = rows * 1.0
out = []
for row in scaled:
    row = row / row.abs().sum()
    out.append(row)
scaled = torch.stack(out)
loss = (scaled * torch.arange(12.0).view(3, 4)).sum()
loss.backward()
print(rows.grad)
