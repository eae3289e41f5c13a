import torch
import torch.nn as nn

torch.manual_seed(956)
synapse = nn.Linear(3, 2)


def spike_fn(v, threshold=0.3):
    return (v > threshold).float()


def count_spikes(inputs, decay=0.8):
    mem, total = torch.zeros(2), torch.zeros(2)
    for x in inputs:
        mem = decay * mem + synapse(x)
        out = spike_fn(mem)
        mem = mem * (1.0 - out.detach())
        total = total + out
    return total


counts = count_spikes(torch.randn(6, 3))
loss = (counts - 4.0).pow(2).mean() + 1e-2 * synapse.weight.pow(2).sum()
loss.backward()
