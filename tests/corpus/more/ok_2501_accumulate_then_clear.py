import torch
import torch.nn as nn

torch.manual_seed(2565)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
ACCUM = 2
batches = [(torch.randn(3, 2), torch.randn(3, 1)) for _ in range(4)]


def train_epoch(batches):
    for i, (x, y) in enumerate(batches):
        if i % ACCUM == 0:
            opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        (loss / ACCUM).backward()
        if (i + 1) % ACCUM == 0:
            nn.utils.clip_grad_value_(net.parameters(), 5.0)
            opt.step()


train_epoch(batches)
