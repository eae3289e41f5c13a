import torch
import torch.nn as nn

torch.manual_seed(2430)
conv = nn.Conv2d(1, 3, 2)
head = nn.Linear(3, 2)
taps = {}
conv.register_forward_hook(lambda mod, args, out: taps.update(feat=out))

image = torch.rand(1, 1, 4, 4)
score = head(torch.relu(conv(image)).mean(dim=(2, 3)))
feat = taps["feat"]
loss = score[0, 1]
feat.grad = ((feat > 0).float() * head.weight[1][None, :, None, None] / 9).detach()
weights = feat.grad.mean(dim=(2, 3), keepdim=True)
cam = torch.relu((weights * feat).sum(1)).detach()
cam -= cam.min()
cam /= cam.max() + 1e-8
