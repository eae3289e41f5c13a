import torch
import torch.nn as nn


class LIFLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.decay = nn.Parameter(torch.tensor(0.8))
        self.register_buffer("v", torch.zeros(1, n_out))

    def reset_states(self):
        for buf in self.buffers():
            buf.detach_().zero_()

    def forward(self, spikes):
        trace = []
        for s in spikes:
            self.v = self.decay * self.v + self.fc(s)
            trace.append(torch.sigmoid(self.v))
        return torch.stack(trace).mean(0)


torch.manual_seed(1817)
layer = LIFLayer(3, 2)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
for epoch in range(2):
    layer.reset_states()
    rate = layer(torch.rand(4, 1, 3))
    loss = (rate - 0.3).pow(2).sum()
    opt.zero_grad()
    loss.backward()
    opt.step()
