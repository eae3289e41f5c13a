import torch
from torch import nn
from torch.nn import functional as F


class Quantize(nn.Module):
    def __init__(self, dim, n_embed, decay=0.9, eps=1e-5):
        super().__init__()
        self.dim, self.n_embed, self.decay, self.eps = dim, n_embed, decay, eps
        embed = torch.randn(dim, n_embed)
        self.register_buffer("embed", embed)
        self.register_buffer("cluster_size", torch.zeros(n_embed))
        self.register_buffer("embed_avg", embed.clone())

    def forward(self, input):
        flatten = input.reshape(-1, self.dim)
        dist = (flatten.pow(2).sum(1, keepdim=True) - 2 * flatten @ self.embed.clone()
                + self.embed.pow(2).sum(0, keepdim=True))
        _, embed_ind = (-dist).max(1)
        embed_onehot = F.one_hot(embed_ind, self.n_embed).type(flatten.dtype)
        embed_ind = embed_ind.view(*input.shape[:-1])
        quantize = F.embedding(embed_ind, self.embed.transpose(0, 1))
        if self.training:
            embed_sum = flatten.detach().transpose(0, 1) @ embed_onehot
            self.cluster_size.data.mul_(self.decay).add_(embed_onehot.sum(0), alpha=1 - self.decay)
            self.embed_avg.data.mul_(self.decay).add_(embed_sum, alpha=1 - self.decay)
            n = self.cluster_size.sum()
            cluster_size = (self.cluster_size + self.eps) / (n + self.n_embed * self.eps) * n
            self.embed.data.copy_(self.embed_avg / cluster_size.unsqueeze(0))
        diff = (quantize.detach() - input).pow(2).mean()
        quantize = input + (quantize - input).detach()
        return quantize, diff, embed_ind


torch.manual_seed(40)
enc, dec, quant = nn.Linear(3, 2), nn.Linear(2, 3), Quantize(2, 5)
optimizer = torch.optim.Adam([*enc.parameters(), *dec.parameters()], lr=1e-2)
mse_sum = mse_n = 0
for i in range(4):
    img = torch.randn(6, 3)
    optimizer.zero_grad()
    out, latent_loss, ids = quant(enc(img))
    recon_loss = F.mse_loss(dec(out), img)
    loss = recon_loss + 0.25 * latent_loss
    loss.backward()
    optimizer.step()
    mse_sum += recon_loss.item() * img.shape[0]
    mse_n += img.shape[0]
print(f"mse {mse_sum / mse_n:.5f} codes {ids.unique().tolist()}")
