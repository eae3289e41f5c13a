import torch
thr = torch.nn.Parameter(torch.tensor(0.5))
lin = torch.nn.Linear(3, 3)
for _ in range(2):
    h = lin(torch.randn(4, 3))
    (h * (h > thr).float()).sum().backward()
    with torch.no_grad():
        for p in lin.parameters():
            p -= 0.1 * p.grad
            p.grad = None
        thr.mul_(0.9)
