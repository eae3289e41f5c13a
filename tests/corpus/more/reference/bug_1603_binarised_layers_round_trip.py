import torch
import torch.nn as nn
import torch.nn.functional as F


class BinarizeLinear(nn.Linear):
    def binarize(self):
        self.org = self.weight.data.clone()
        self.weight.data.sign_()

    def restore(self):
        self.weight.data.copy_(self.org)


torch.manual_seed(1612)
net = nn.Sequential(BinarizeLinear(3, 4), nn.Hardtanh(-3, 3), BinarizeLinear(4, 3))
layers = [m for m in net if isinstance(m, BinarizeLinear)]
images, labels = 0.3 * torch.randn(5, 3), torch.tensor([0, 1, 2, 0, 1])
for m in layers:
    m.binarize()
loss = F.cross_entropy(net(images), labels)
loss.backward()
for m in layers:
    m.restore()
