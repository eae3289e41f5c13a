import torch
import torch.nn as nn


class FastWeightRNN(nn.Module):
    def __init__(self, d, eta=0.3, decay=0.9):
        super().__init__()
        self.slow = nn.Linear(d, d, bias=False)
        self.eta, self.decay = eta, decay
        self.register_buffer("fast", torch.zeros(d, d))

    def reset(self):
        self.fast.zero_()

    def forward(self, seq):
        self.reset()
        h = torch.zeros(seq.shape[-1])
        for x in seq.unbind(0):
            h = torch.tanh(self.slow(x) + self.fast @ h)
            memory = h.detach()
            self.fast = self.decay * self.fast + self.eta * torch.outer(memory, memory)
        return h


torch.manual_seed(33)
net = FastWeightRNN(2)
seq = torch.randn(4, 2)
loss = net(seq).square().sum()
loss.backward()
