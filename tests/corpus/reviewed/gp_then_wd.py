import torch
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(2):
    loss = (x @ w).pow(2).mean()
    g, = torch.autograd.grad(loss, w, create_graph=True)
    opt.zero_grad()
    (loss + g.pow(2).sum()).backward()
    opt.step()
    with torch.no_grad():
        w.sub_(0.01 * g)
