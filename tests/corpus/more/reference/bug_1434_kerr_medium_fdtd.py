import torch

torch.manual_seed(1434)
chi = torch.tensor(0.2, requires_grad=True)
E, H = torch.zeros(8), torch.zeros(7)
E[3] = 1.0
courant = 0.5
detector = 0.0

for step in range(5):
    H = H + courant * (E[1:] - E[:-1])
    inverse_permittivity = 1 / (1 + chi * E[1:-1] ** 2)
    E = torch.cat([E[:1], E[1:-1] + courant * inverse_permittivity * (H[1:] - H[:-1]), E[-1:]])
    detector = detector + E[5]

loss = (detector - 1.0) ** 2
loss.backward()
print("loss", loss.item(), "grad", chi.grad)
