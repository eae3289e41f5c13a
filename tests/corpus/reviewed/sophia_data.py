import torch
net = torch.nn.Linear(3, 1)
for step in range(4):
    x, y = torch.randn(8, 3), torch.randn(8, 1)
    loss = ((net(x) - y) ** 2).mean()
    params = list(net.parameters())
    grads = torch.autograd.grad(loss, params, create_graph=True)
    u = [torch.randn_like(p) for p in params]
    gu = sum((g * v).sum() for g, v in zip(grads, u))
    hs = torch.autograd.grad(gu, params)
    for p, g, h in zip(params, grads, hs):
        p.data.add_(-0.01 * g.data / h.abs().clamp(min=1e-3))
