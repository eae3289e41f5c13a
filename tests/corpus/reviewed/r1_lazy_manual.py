import torch
d = torch.nn.Sequential(torch.nn.Linear(2, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
for step in range(6):
    real = torch.randn(4, 2, requires_grad=True)
    out = d(real)
    loss = torch.nn.functional.softplus(-out).mean()
    gx, = torch.autograd.grad(out.sum(), real, create_graph=True)
    if step % 2 == 0:
        loss = loss + gx.pow(2).sum(1).mean()
    grads = torch.autograd.grad(loss, list(d.parameters()))
    with torch.no_grad():
        for p, g in zip(d.parameters(), grads):
            p -= 0.01 * g
