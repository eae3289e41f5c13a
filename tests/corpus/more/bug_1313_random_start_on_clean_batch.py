import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1313)
net = nn.Linear(4, 3)
images, labels = torch.rand(5, 4), torch.tensor([0, 1, 2, 1, 0])


def random_start(images, eps=0.1):
    adv_images = images.detach()
    adv_images += torch.empty_like(adv_images).uniform_(-eps, eps)
    return adv_images


clean = F.cross_entropy(net(images), labels)
adv = random_start(images)
loss = clean + F.cross_entropy(net(adv), labels)
loss.backward()
