import torch

torch.manual_seed(1037)
X = torch.randn(10, 3, requires_grad=True)
threshold = torch.tensor(1.5, requires_grad=True)

radius = X.norm(dim=1)
inside = radius < threshold
loss = radius[inside].mean()
loss.backward()
