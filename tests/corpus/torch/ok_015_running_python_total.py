import torch

torch.manual_seed(302)
w = torch.randn(3, requires_grad=True)
total = 0.0
for row in torch.randn(4, 3):
    total += torch.log1p((row @ w).pow(2))
loss = total / 4
loss.backward()
running = 0.0
running += loss.item()
print(f"{running:.3f}")
