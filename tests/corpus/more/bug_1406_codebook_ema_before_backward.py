import torch
import torch.nn as nn


class EMACodebook(nn.Module):
    def __init__(self, n, dim, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("embed", torch.randn(n, dim))

    def forward(self, z):
        dist = z.pow(2).sum(1, keepdim=True) - 2 * z @ self.embed.T + self.embed.pow(2).sum(1)
        code = dist.argmin(1)
        onehot = nn.functional.one_hot(code, self.embed.shape[0]).to(z.dtype)
        if self.training:
            centre = onehot.T @ z.detach() / onehot.sum(0).clamp(min=1)[:, None]
            self.embed.mul_(self.decay).add_(centre, alpha=1 - self.decay)
        return code, torch.softmax(-dist, 1)


torch.manual_seed(1406)
encoder, vq = nn.Linear(3, 2), EMACodebook(4, 2)
code, assign = vq(encoder(torch.randn(6, 3)))
loss = -(assign * (assign + 1e-8).log()).sum(1).mean()
loss.backward()
