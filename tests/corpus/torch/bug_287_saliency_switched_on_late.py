import torch
import torch.nn as nn

torch.manual_seed(364)
net = nn.Sequential(nn.Conv2d(1, 2, 2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
image = torch.rand(1, 1, 3, 3)

scores = net(image)
image.requires_grad_(True)
loss = scores[0, scores.argmax()]
loss.backward()
saliency = image.grad
print("saliency", saliency)
