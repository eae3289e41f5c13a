import torch
import torch.nn as nn

torch.manual_seed(60)
B, N, H, D = 1, 3, 2, 2
proj = nn.Linear(4, 3 * H * D)
x = torch.randn(B, N, 4)

qkv = proj(x).reshape(B, N, 3, H, D).permute(2, 0, 3, 1, 4)
q, k, v = qkv
q = q * D ** -0.5
attn = (q @ k.transpose(-2, -1)).softmax(dim=-1)
out = (attn @ v).transpose(1, 2).reshape(B, N, H * D)
loss = out.pow(2).mean()
loss.backward()
