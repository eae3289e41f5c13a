import torch

k = torch.tensor(1.3, requires_grad=True)
q = torch.tensor([1.0, -0.5])
p = torch.zeros(2)
energies = []

for _ in range(3):
    force = -k * q.clone()
    energies.append(force.pow(2).sum())
    p = p + 0.1 * force.detach()
    q.data += 0.1 * p

loss = torch.stack(energies).sum()
loss.backward()
print(k.grad.item())
