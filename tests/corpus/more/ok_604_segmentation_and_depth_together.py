import torch
import torch.nn as nn

torch.manual_seed(1604)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
seg, depth = nn.Linear(3, 2), nn.Linear(3, 1)
enc_opt = torch.optim.SGD(encoder.parameters(), lr=0.05)
seg_opt = torch.optim.Adam(seg.parameters(), lr=0.01)
depth_opt = torch.optim.Adam(depth.parameters(), lr=0.01)
optimizers = [enc_opt, seg_opt, depth_opt]

x = torch.randn(5, 3)
classes, metres = torch.tensor([0, 1, 1, 0, 1]), torch.rand(5, 1)
for opt in optimizers:
    opt.zero_grad()
h = encoder(x)
seg_loss = nn.functional.cross_entropy(seg(h), classes)
depth_loss = (depth(h) - metres).abs().mean()
(seg_loss + 0.5 * depth_loss).backward()
for opt in optimizers:
    opt.step()
