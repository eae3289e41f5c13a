import torch

torch.manual_seed(2413)
drive = torch.randn(6, requires_grad=True)
steps, size = 6, 5
history = []
field = torch.zeros(size)
previous = torch.zeros(size)

for t in range(steps):
    lap = torch.roll(field, 1) - 2 * field + torch.roll(field, -1)
    source = torch.nn.functional.one_hot(torch.tensor(2), size) * torch.sin(drive[t])
    field, previous = 2 * field - previous + 0.25 * lap + source, field
    history.append(field)
history = torch.stack(history)

loss = history[:, 4].pow(2).sum() + history.abs().mean()
loss.backward()
