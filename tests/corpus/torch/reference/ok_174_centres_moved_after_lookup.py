import torch
import torch.nn as nn

torch.manual_seed(419)
feat_net = nn.Linear(3, 2)
centres = torch.randn(4, 2)
x, y = torch.randn(5, 3), torch.tensor([0, 2, 2, 1, 3])

feat = feat_net(x)
pull = feat - centres[y]
loss = pull.pow(2).sum(dim=1).mean()
with torch.no_grad():
    centres = centres.index_add(0, y, 0.1 * pull)
loss.backward()
