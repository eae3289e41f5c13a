import torch
import torch.nn as nn
import torch.nn.functional as F


class ResnetBlock(nn.Module):
    def __init__(self, dim, time_dim):
        super().__init__()
        self.time = nn.Linear(time_dim, dim)
        self.block1 = nn.Conv1d(dim, dim, 3, padding=1)
        self.block2 = nn.Conv1d(dim, dim, 3, padding=1)

    def forward(self, x, t):
        h = torch.tanh(self.block1(x))
        h = h + self.time(t)[:, :, None]
        h = self.block2(F.silu(h))
        return h + x


torch.manual_seed(1603)
block = ResnetBlock(2, 3)
x_t, t_emb, noise = torch.randn(2, 2, 5), torch.randn(2, 3), torch.randn(2, 2, 5)
loss = F.mse_loss(block(x_t, t_emb), noise)
loss.backward()
