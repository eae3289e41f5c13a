import torch

torch.manual_seed(14)
x = torch.randn(10, 4)
target = x @ torch.tensor([1.0, -2.0, 0.5, 0.0])
w = torch.zeros(4, requires_grad=True)
momentum = torch.zeros(4)

for it in range(5):
    w.grad = None
    pred = x @ w
    loss = (pred - target).abs().add(1e-3).log().mean()
    loss.backward()
    with torch.no_grad():
        momentum.mul_(0.9).add_(w.grad, alpha=0.1)
        w.sub_(0.05 * momentum.sign())
print("w", [round(v, 3) for v in w.tolist()])
