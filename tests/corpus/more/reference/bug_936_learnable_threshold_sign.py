import torch
import torch.nn as nn

torch.manual_seed(936)
thresh = nn.Parameter(torch.tensor(0.3))
head = nn.Linear(4, 1)
image, restored = torch.rand(3, 4), torch.rand(3, 4)

difference = (image - restored).abs()
hard = (torch.sign(difference - thresh) + 1) * 0.5
soft = torch.sigmoid(10 * (difference - thresh))
mask = hard.detach() + soft - soft.detach()
feat = image * mask + image
loss = (head(feat) - 1.0).pow(2).mean()
loss.backward()
