import torch

torch.manual_seed(1714)
w = torch.randn(3, requires_grad=True)
x, y = torch.randn(5, 3), torch.randn(5)

for step in range(2):
    if w.grad is not None:
        w.data -= 0.1 * w.grad
        w.grad.zero_()
    loss = (torch.tanh(x @ w) - y).pow(2).mean()
    loss.backward()
print(w.grad)
