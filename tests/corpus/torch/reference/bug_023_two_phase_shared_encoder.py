import torch
import torch.nn as nn

torch.manual_seed(33)
enc, recon, clf = nn.Linear(4, 3), nn.Linear(3, 4), nn.Linear(3, 2)
pre_opt = torch.optim.SGD([*enc.parameters(), *recon.parameters()], lr=0.0)
ft_opt = torch.optim.SGD(clf.parameters(), lr=0.0)
x, y = torch.randn(6, 4), torch.tensor([0, 1, 1, 0, 1, 0])

pre_opt.zero_grad()
(recon(enc(x)) - x).pow(2).mean().backward()
pre_opt.step()

ft_opt = torch.optim.SGD([*enc.parameters(), *clf.parameters()], lr=0.0)
ft_opt.zero_grad()
loss = nn.functional.cross_entropy(clf(enc(x)), y)
loss.backward()
ft_opt.step()
