import torch

torch.manual_seed(934)
permittivity = (torch.rand(4) + 1.0).requires_grad_()
E, H = torch.zeros(6), torch.zeros(5)
courant = 0.5

energy = 0.0
for t in range(5):
    H = H + courant * (E[1:] - E[:-1])
    E[1:-1] += courant / permittivity * (H[1:] - H[:-1])
    E[2] += torch.sin(torch.tensor(0.7 * t + 0.3))
    energy = energy + E[3] ** 2
loss = energy
loss.backward()
