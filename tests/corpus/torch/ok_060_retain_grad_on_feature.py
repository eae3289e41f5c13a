import torch
import torch.nn as nn

torch.manual_seed(347)
conv, head = nn.Conv2d(1, 2, 3), nn.Linear(8, 3)
feat = torch.relu(conv(torch.randn(1, 1, 4, 4)))
feat.retain_grad()
loss = head(feat.flatten(1))[0, 2]
loss.backward()
cam = (feat.grad.mean(dim=(2, 3), keepdim=True) * feat).sum(1)
print(cam.shape)
