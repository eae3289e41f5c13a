import torch
import torch.nn as nn

torch.manual_seed(426)
conv = nn.Conv2d(1, 2, 2)
fc = nn.Linear(2, 2)


def overlay(maps):
    m = maps.detach().clone()
    m -= m.amin(dim=(2, 3), keepdim=True)
    m /= m.amax(dim=(2, 3), keepdim=True) + 1e-6
    return m.mean(1)


image = torch.rand(2, 1, 3, 3)
label = torch.tensor([1, 0])
maps = conv(image)
logits = fc(maps.mean(dim=(2, 3)))
loss = nn.functional.cross_entropy(logits, label)
picture = overlay(maps)
loss.backward()
print(picture.shape, conv.weight.grad.flatten())
