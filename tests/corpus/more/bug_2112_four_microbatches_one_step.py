import torch
import torch.nn as nn
import torch.nn.functional as F

ACCUM = 4


def train_epoch(model, optimizer, loader):
    for i, (x, y) in enumerate(loader):
        optimizer.zero_grad(set_to_none=True)
        loss = F.mse_loss(model(x), y) / ACCUM
        loss.backward()
        if (i + 1) % ACCUM == 0:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
            optimizer.step()


torch.manual_seed(46)
model = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 1))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
loader = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(ACCUM)]
train_epoch(model, optimizer, loader)
