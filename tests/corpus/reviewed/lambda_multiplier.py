import torch
w = torch.randn(3, requires_grad=True)
lam = torch.nn.Parameter(torch.tensor(0.0))
opt = torch.optim.SGD([w], lr=0.1)
for _ in range(3):
    f, c = (w - 1).pow(2).sum(), w.sum() - 1
    loss = f + lam.detach() * c + torch.where(c > lam, c, torch.zeros_like(c))
    opt.zero_grad(); loss.backward(); opt.step()
    with torch.no_grad():
        lam += 0.1 * (w.sum() - 1)
