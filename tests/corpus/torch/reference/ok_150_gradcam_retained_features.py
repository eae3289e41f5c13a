import torch
import torch.nn as nn

torch.manual_seed(435)
backbone = nn.Conv2d(1, 2, 2)
head = nn.Linear(2, 3)

image = torch.rand(1, 1, 3, 3)
feat = torch.relu(backbone(image)).detach().requires_grad_(True)
score = head(feat.mean(dim=(2, 3)))[0]
loss = score[score.argmax()]
loss.backward()
