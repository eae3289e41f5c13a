import torch

torch.manual_seed(4022)
mu = torch.randn(3, requires_grad=True)
rho = torch.full((3,), -1.0, requires_grad=True)
opt = torch.optim.SGD([mu, rho], lr=0.0)
x, y = torch.randn(8, 3), torch.randn(8)

sigma = torch.nn.functional.softplus(rho)
kl = (-torch.log(sigma) + 0.5 * (sigma ** 2 + mu ** 2) - 0.5).sum()

for epoch in range(3):
    noise = torch.randn(3)
    w = mu + torch.nn.functional.softplus(rho) * noise
    nll = (x @ w - y).pow(2).mean()
    loss = nll + kl / 8
    opt.zero_grad()
    loss.backward()
    opt.step()
