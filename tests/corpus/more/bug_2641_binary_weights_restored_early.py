import torch
import torch.nn as nn


class BinOp:
    def __init__(self, model):
        self.targets = [m.weight for m in model if isinstance(m, nn.Linear)]
        self.saved = [w.data.clone() for w in self.targets]

    def binarization(self):
        for w, keep in zip(self.targets, self.saved):
            keep.copy_(w.data)
            w.data.copy_(w.data.sign() * w.data.abs().mean())

    def restore(self):
        for w, keep in zip(self.targets, self.saved):
            w.data.copy_(keep)


torch.manual_seed(2638)
model = nn.Sequential(nn.Linear(3, 4), nn.Hardtanh(), nn.Linear(4, 2))
bin_op = BinOp(model)
opt = torch.optim.SGD(model.parameters(), lr=0.0)
data, target = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])

opt.zero_grad()
bin_op.binarization()
loss = nn.functional.cross_entropy(model(data), target)
bin_op.restore()
loss.backward()
opt.step()
