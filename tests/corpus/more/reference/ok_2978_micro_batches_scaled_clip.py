import torch
import torch.nn as nn

SCALE, MICRO = 128.0, 3

torch.manual_seed(1428)
model = nn.Sequential(nn.Linear(3, 4), nn.Mish(), nn.Linear(4, 1))
opt = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
data = torch.randn(12, 3), torch.randn(12, 1)


def micro_batches(x, y, n):
    yield from zip(x.chunk(n), y.chunk(n))


for x, y in micro_batches(*data, 2):
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    nn.utils.clip_grad_value_(model.parameters(), 0.2)
    opt.step()
print(f"last micro loss {loss.item():.5f}")
