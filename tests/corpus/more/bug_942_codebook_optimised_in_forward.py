import torch
import torch.nn as nn


class VectorQuantize(nn.Module):
    def __init__(self, size, dim):
        super().__init__()
        self.codebook = nn.Parameter(torch.randn(size, dim))
        self.optimizer = torch.optim.SGD([self.codebook], lr=0.5)

    def forward(self, x):
        assign = torch.softmax(x @ self.codebook.T, dim=1)
        quantize = assign @ self.codebook
        nearest = self.codebook[assign.argmax(1)]
        self.optimizer.zero_grad()
        (nearest - x.detach()).pow(2).mean().backward()
        self.optimizer.step()
        return quantize


torch.manual_seed(942)
enc, vq = nn.Linear(2, 3), VectorQuantize(4, 3)
batch = torch.randn(5, 2)
loss = vq(enc(batch)).pow(2).mean()
loss.backward()
