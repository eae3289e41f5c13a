import torch
import torch.nn as nn

torch.manual_seed(429)
conv, head = nn.Conv2d(1, 2, 2), nn.Linear(2, 3)
feat = conv(torch.randn(1, 1, 3, 3))
feat.retain_grad()
scores = head(torch.relu(feat).mean(dim=(2, 3)))
loss = scores[0, 2]
loss.backward()
cam = (feat.grad.mean(dim=(2, 3), keepdim=True) * feat).sum(dim=1)
print("cam", cam.detach())
