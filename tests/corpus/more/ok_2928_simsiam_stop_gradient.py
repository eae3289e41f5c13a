import math
import torch
import torch.nn as nn


class SimSiam(nn.Module):
    def __init__(self, dim=3, pred_dim=2):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(4, 5, bias=False), nn.ReLU(inplace=True), nn.Linear(5, dim))
        self.predictor = nn.Sequential(nn.Linear(dim, pred_dim), nn.ReLU(inplace=True), nn.Linear(pred_dim, dim))

    def forward(self, x1, x2):
        z1, z2 = self.encoder(x1), self.encoder(x2)
        p1, p2 = self.predictor(z1), self.predictor(z2)
        return p1, p2, z1.detach(), z2.detach()


def adjust_learning_rate(optimizer, init_lr, epoch, epochs):
    cur_lr = init_lr * 0.5 * (1.0 + math.cos(math.pi * epoch / epochs))
    for group in optimizer.param_groups:
        group["lr"] = init_lr if group.get("fix_lr") else cur_lr


class AverageMeter:
    def __init__(self):
        self.sum = self.count = 0

    def update(self, val, n=1):
        self.sum += val * n
        self.count += n

    @property
    def avg(self):
        return self.sum / self.count


torch.manual_seed(9)
model = SimSiam()
criterion = nn.CosineSimilarity(dim=1)
optimizer = torch.optim.SGD([
    {"params": model.encoder.parameters(), "fix_lr": False},
    {"params": model.predictor.parameters(), "fix_lr": True}], 0.05)
losses = AverageMeter()
for epoch in range(3):
    adjust_learning_rate(optimizer, 0.05, epoch, 3)
    base = torch.randn(6, 4)
    p1, p2, z1, z2 = model(base + 0.1 * torch.randn(6, 4), base + 0.1 * torch.randn(6, 4))
    loss = -(criterion(p1, z2).mean() + criterion(p2, z1).mean()) * 0.5
    losses.update(loss.item(), base.size(0))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(f"Loss {losses.avg:.4f}")
