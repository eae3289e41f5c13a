import torch
import torch.nn as nn

torch.manual_seed(832)
net = nn.Sequential(nn.Conv2d(1, 2, 2), nn.ReLU(), nn.Flatten(), nn.Linear(8, 3))
net.eval()
image = torch.rand(1, 1, 3, 3)
target_class = 1

output = net(image)
one_hot = torch.zeros_like(output)
one_hot[0, target_class] = 1.0
net.zero_grad()
output.backward(gradient=one_hot)
saliency = image.grad
