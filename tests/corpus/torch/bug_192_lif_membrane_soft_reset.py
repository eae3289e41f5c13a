import torch
import torch.nn as nn


class SurrogateSpike(torch.autograd.Function):
    @staticmethod
    def forward(ctx, v):
        ctx.save_for_backward(v)
        return (v > 0).to(v.dtype)

    @staticmethod
    def backward(ctx, g):
        v, = ctx.saved_tensors
        return g / (1.0 + 10.0 * v.abs()).pow(2)


class LIFLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.decay = nn.Parameter(torch.full((n_out,), 0.8))
        self.readout = nn.Parameter(torch.ones(n_out))
        self.threshold = 0.3

    def forward(self, current):
        mem = torch.zeros(current.size(1), self.decay.numel())
        voltages = []
        for x in current:
            mem = self.decay * mem + self.fc(x)
            spikes = SurrogateSpike.apply(mem - self.threshold)
            voltages.append(mem * self.readout)
            mem -= spikes * self.threshold
        return torch.stack(voltages).sum(0)


torch.manual_seed(322)
net = LIFLayer(2, 3)
events = (torch.rand(4, 2, 2) > 0.4).float()
loss = nn.functional.mse_loss(net(events), torch.ones(2, 3))
loss.backward()
