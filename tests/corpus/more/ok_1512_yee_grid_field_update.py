import torch

torch.manual_seed(1562)
inverse_permittivity = torch.rand(4, requires_grad=True)
source = torch.sin(torch.arange(5.0))
E, H = torch.zeros(6), torch.zeros(5)

for pulse in source:
    H[:] += 0.5 * (E[1:] - E[:-1])
    E[1:-1] += 0.5 * inverse_permittivity * (H[1:] - H[:-1])
    E[2] += pulse
loss = E[3:].pow(2).sum()
loss.backward()
