import torch
import torch.nn.functional as F

torch.manual_seed(249)
kernel = torch.rand(1, 1, 3, requires_grad=True)
signals = [torch.randn(1, 1, 6) for _ in range(2)]


class Blur:
    def __init__(self, k):
        self.raw = k

    def __call__(self, x):
        self.k = self.raw / self.raw.sum()
        return F.conv1d(x, self.k)


blur = Blur(kernel)
for s in signals:
    loss = blur(s).pow(2).sum()
    kernel.grad = None
    loss.backward()
