import torch
import torch.nn as nn

torch.manual_seed(1301)
net = nn.Linear(4, 3)
modifier = torch.full((4,), 0.3, requires_grad=True)


def attack_loss(image, label):
    adv = image
    adv += torch.tanh(modifier)
    logits = net(adv)
    other = torch.cat([logits[:label], logits[label + 1:]]).max()
    dist = (adv - image).pow(2).sum()
    return dist + (logits[label] - other)


loss = attack_loss(torch.rand(4), 1)
loss.backward()
