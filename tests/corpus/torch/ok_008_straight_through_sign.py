import torch


def binarize(z):
    hard = torch.sign(z)
    return z + (hard - z).detach()


torch.manual_seed(107)
latent = torch.randn(3, 4, requires_grad=True)
decoder = torch.randn(4, 2)
recon = binarize(latent) @ decoder
loss = (recon - 1.0).pow(2).mean()
loss.backward()
