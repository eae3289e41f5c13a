import torch
import torch.nn as nn

torch.manual_seed(2565)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
ACCUM = 2
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(4)]


def train_epoch(batches):
    for i in range(0, len(batches), ACCUM):
        window = batches[i:i + ACCUM]
        loss = sum(nn.functional.mse_loss(net(x), y) for x, y in window) / ACCUM
        opt.zero_grad()
        loss.backward()
        opt.step()


train_epoch(batches)
