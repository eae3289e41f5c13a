import torch

torch.manual_seed(1725)
w = torch.randn(3).double().mul(0.1).requires_grad_()
opt = torch.optim.SGD([w], lr=0.05)
x, y = torch.randn(6, 3).double(), torch.randn(6).double()

for epoch in range(2):
    opt.zero_grad()
    loss = (x @ w - y).pow(2).mean()
    loss.backward()
    if epoch == 0:
        opt.step()
print(w.is_leaf, w.grad)
