import torch
import torch.nn as nn


class TernaryQuantizer:
    def __init__(self, weights, dtype=torch.float64):
        self.weights = [w.detach().to(dtype) for w in weights]
        self.scales = [torch.ones(2, dtype=dtype, requires_grad=True) for _ in weights]
        self.opt = torch.optim.Adam(self.scales, lr=0.01)

    def quantize(self, i, delta=0.05):
        w, (pos, neg) = self.weights[i], self.scales[i]
        return pos * (w > delta) - neg * (w < -delta)

    def reconstruction_loss(self):
        return sum((self.quantize(i) - w).pow(2).mean() for i, w in enumerate(self.weights))


torch.manual_seed(1230)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
quant = TernaryQuantizer([m.weight for m in net if isinstance(m, nn.Linear)])
loss = quant.reconstruction_loss()
loss.backward()
quant.opt.step()
