import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1556)
net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
images, labels = torch.rand(3, 4), torch.tensor([0, 1, 0])

adv = images.detach() + 0.0
for step in range(2):
    adv.requires_grad_(True)
    cost = F.cross_entropy(net(adv), labels)
    grad, = torch.autograd.grad(cost, adv)
    adv = (adv.detach() + 0.05 * grad.sign()).clamp(0, 1)
loss = F.cross_entropy(net(adv), labels)
loss.backward()
