import torch
w = torch.randn(3, 3, requires_grad=True)
sigma = torch.linalg.matrix_norm(w, 2).item()
y = (torch.randn(2, 3) @ w) / max(1.0, sigma)
y.sum().backward()
