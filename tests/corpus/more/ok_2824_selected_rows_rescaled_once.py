import torch

torch.manual_seed(2435)
x = torch.randn(5, 3, requires_grad=True)
outlier = torch.tensor([True, False, False, True, False])
rows = torch.tensor([1, 4])

h = x.clone()
h[outlier] *= 0.1
h[rows] += 1.0
h[2][0] = 0.0
h[outlier, 1] -= 0.5
loss = h.square().sum()
loss.backward()
