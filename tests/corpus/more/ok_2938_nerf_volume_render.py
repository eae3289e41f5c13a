import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class Embedder:
    def __init__(self, num_freqs):
        self.embed_fns = [lambda x: x]
        for freq in 2.0 ** torch.arange(num_freqs):
            for p_fn in (torch.sin, torch.cos):
                self.embed_fns.append(lambda x, p_fn=p_fn, freq=freq: p_fn(x * freq))

    def __call__(self, x):
        return torch.cat([fn(x) for fn in self.embed_fns], -1)


class NeRF(nn.Module):
    def __init__(self, in_ch=15, W=6, skips=(1,)):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(in_ch, W), nn.Linear(W, W), nn.Linear(W + in_ch, W)])
        self.skips, self.rgb, self.sigma = skips, nn.Linear(W, 3), nn.Linear(W, 1)

    def forward(self, x):
        h = x
        for i, layer in enumerate(self.layers):
            h = F.relu(layer(h))
            if i in self.skips:
                h = torch.cat([x, h], -1)
        return torch.cat([self.rgb(h), self.sigma(h)], -1)


def raw2outputs(raw, z_vals, rays_d):
    dists = z_vals[..., 1:] - z_vals[..., :-1]
    dists = torch.cat([dists, torch.full_like(dists[..., :1], 1e10)], -1)
    dists *= torch.norm(rays_d[..., None, :], dim=-1)
    rgb = torch.sigmoid(raw[..., :3])
    alpha = 1.0 - torch.exp(-F.relu(raw[..., 3]) * dists)
    trans = torch.cumprod(torch.cat([torch.ones_like(alpha[:, :1]), 1.0 - alpha + 1e-10], -1), -1)[:, :-1]
    weights = alpha * trans
    rgb_map = torch.sum(weights[..., None] * rgb, -2)
    acc_map = torch.sum(weights, -1)
    rgb_map += (1.0 - acc_map[..., None])
    return rgb_map, acc_map


torch.manual_seed(81)
embed, field = Embedder(2), NeRF()
optimizer = torch.optim.Adam(field.parameters(), lr=5e-3)
for global_step in range(3):
    rays_o, rays_d = torch.zeros(4, 3), F.normalize(torch.randn(4, 3), dim=-1)
    target = rays_d.abs()
    z_vals = torch.linspace(2.0, 6.0, 6).expand(4, 6)
    mids = 0.5 * (z_vals[..., 1:] + z_vals[..., :-1])
    upper, lower = torch.cat([mids, z_vals[..., -1:]], -1), torch.cat([z_vals[..., :1], mids], -1)
    z_vals = lower + (upper - lower) * torch.rand(4, 6)
    pts = rays_o[:, None, :] + rays_d[:, None, :] * z_vals[..., None]
    rgb, acc = raw2outputs(field(embed(pts)), z_vals, rays_d)
    loss = ((rgb - target) ** 2).mean()
    psnr = -10.0 * torch.log(loss.detach()) / math.log(10.0)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    for param_group in optimizer.param_groups:
        param_group["lr"] = 5e-3 * 0.1 ** (global_step / 1000)
