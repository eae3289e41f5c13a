import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(812)
generator = nn.Linear(2, 3)
classifier = nn.Linear(3, 2)
noise, image = torch.randn(2, 2), torch.rand(2, 3)
label = torch.tensor([0, 1])
mag_in = 0.1

delta_im = generator(noise)
for i in range(delta_im.size(0)):
    linf = delta_im.data[i].abs().max()
    delta_im.data[i] *= mag_in / linf
recons = image + delta_im
loss = -F.cross_entropy(classifier(recons), label)
loss.backward()
