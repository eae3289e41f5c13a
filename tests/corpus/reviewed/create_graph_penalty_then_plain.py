import torch
net = torch.nn.Linear(2, 1)
opt = torch.optim.Adam(net.parameters())
for i in range(3):
    x = torch.randn(4, 2)
    loss = net(x).pow(2).mean()
    grads = torch.autograd.grad(loss, net.parameters(), create_graph=True)
    pen = sum(g.pow(2).sum() for g in grads)
    opt.zero_grad()
    (loss + 0.1 * pen).backward()
    opt.step()
    with torch.no_grad():
        for p, g in zip(net.parameters(), grads):
            p -= 1e-4 * g.sign()
