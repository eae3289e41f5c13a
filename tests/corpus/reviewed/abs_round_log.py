import torch
w = torch.randn(3, requires_grad=True)
best = float("inf")
for _ in range(3):
    loss = (w ** 2).sum()
    best = min(best, loss.item())
    print(round(loss.item(), 3), abs(loss.item() - best))
    loss.backward()
    with torch.no_grad():
        w -= 0.1 * w.grad
        w.grad.zero_()
