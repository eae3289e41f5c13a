import torch
x = torch.randn(20, requires_grad=True)
mu, sd = x.mean(), x.std()
lo, hi = torch.tensor([mu - 3 * sd, mu + 3 * sd])
x.clamp(lo.item(), hi.item()).pow(2).sum().backward()
