import torch
import torch.nn as nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(5, 4), nn.GELU())

    @torch.inference_mode()
    def extract(self, x):
        return self.net(x)


torch.manual_seed(538)
backbone, probe = Backbone().eval(), nn.Linear(4, 2)
opt = torch.optim.SGD(probe.parameters(), lr=0.1)
x, y = torch.randn(6, 5), torch.tensor([0, 1, 1, 0, 1, 0])
feats = backbone.extract(x)
loss = nn.functional.cross_entropy(probe(feats), y)
opt.zero_grad()
loss.backward()
opt.step()
