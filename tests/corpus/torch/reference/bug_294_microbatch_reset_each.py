import torch
import torch.nn as nn

torch.manual_seed(371)
unet = nn.Linear(3, 3)
opt = torch.optim.SGD(unet.parameters(), lr=0.1)
scans = torch.randn(4, 2, 3)
accumulate = 4

for i, scan in enumerate(scans):
    if i % accumulate == 0:
        opt.zero_grad()
    noisy = scan + 0.1
    loss = (unet(noisy) - scan).pow(2).mean() / accumulate
    loss.backward()
    if (i + 1) % accumulate == 0:
        opt.step()
