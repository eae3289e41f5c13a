import torch
import torch.nn as nn

torch.manual_seed(435)
backbone = nn.Conv2d(1, 2, 2)
for p in backbone.parameters():
    p.requires_grad_(False)
head = nn.Linear(2, 3)

image = torch.rand(1, 1, 3, 3).requires_grad_()
feat = torch.relu(backbone(image))
feat.retain_grad()
score = head(feat.mean(dim=(2, 3)))[0]
loss = score[score.argmax()]
loss.backward()
weights = feat.grad.mean(dim=(2, 3), keepdim=True)
cam = torch.relu((weights * feat).sum(1)).detach()
print(cam, image.grad.abs().sum())
