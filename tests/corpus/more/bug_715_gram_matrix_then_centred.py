import torch
import torch.nn as nn

torch.manual_seed(715)
feat = nn.Linear(2, 3)
x = torch.randn(4, 2)
style = torch.eye(3)

f = feat(x)
gram = f.T @ f / len(f)
f.data.sub_(f.data.mean(dim=0))
content = f.sum(dim=1)
loss = (gram - style).pow(2).sum() + 0.1 * content.mean()
loss.backward()
