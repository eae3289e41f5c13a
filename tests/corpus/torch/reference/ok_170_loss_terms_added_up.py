import torch
import torch.nn.functional as F

torch.manual_seed(415)
vae_mu = torch.randn(3, 2, requires_grad=True)
vae_logvar = torch.randn(3, 2, requires_grad=True)
x = torch.randn(3, 2)

loss = F.mse_loss(vae_mu, x, reduction="sum")
loss = loss + -0.5 * (1 + vae_logvar - vae_mu.pow(2) - vae_logvar.exp()).sum()
loss = loss / len(x)
loss = loss + 1e-3 * vae_mu.abs().sum()
loss.backward()
