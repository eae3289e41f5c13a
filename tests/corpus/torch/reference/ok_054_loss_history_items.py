import torch

torch.manual_seed(341)
w = torch.randn(3, requires_grad=True)
opt = torch.optim.SGD([w], lr=0.05)
history, running = [], 0.0
for x in torch.randn(4, 6, 3):
    loss = (x @ w).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    running += float(loss)
print(round(running, 2))
