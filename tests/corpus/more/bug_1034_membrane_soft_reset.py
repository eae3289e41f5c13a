import torch

torch.manual_seed(1034)
w_in = torch.randn(3, 4, requires_grad=True)
readout = torch.randn(4, requires_grad=True)
spikes = (torch.rand(5, 3) > 0.5).float()

mem = torch.zeros(4)
rate = 0.0
for inp in spikes:
    mem = 0.9 * mem + inp @ w_in
    rate = rate + (mem * readout).sum()
    mem -= (mem.detach() > 0.5).float() * 0.5
loss = (rate - 1.0) ** 2
loss.backward()
