import torch
import torch.nn as nn

torch.manual_seed(939)
wq = nn.Linear(2, 3, bias=False)
keys, values = torch.randn(4, 3), torch.randn(4, 2)
x = torch.randn(2, 2)

attn = torch.softmax(wq(x) @ keys.T, dim=-1)
out = attn @ values
overlay = attn.detach().numpy()
overlay -= overlay.min()
overlay /= overlay.max()
loss = out.pow(2).mean()
loss.backward()
