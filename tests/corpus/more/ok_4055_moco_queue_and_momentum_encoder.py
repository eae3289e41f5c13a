import copy

import torch
import torch.nn as nn
import torch.nn.functional as F


class Encoder(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(5, 8), nn.BatchNorm1d(8), nn.ReLU(inplace=True))
        self.proj = nn.Linear(8, dim)

    def forward(self, x):
        return F.normalize(self.proj(self.body(x)), dim=1)


class MoCo(nn.Module):
    def __init__(self, dim=4, size=12, momentum=0.9, temperature=0.2):
        super().__init__()
        self.enc_q = Encoder(dim)
        self.enc_k = copy.deepcopy(self.enc_q)
        for p in self.enc_k.parameters():
            p.requires_grad = False
        self.m, self.t, self.size = momentum, temperature, size
        self.register_buffer("queue", F.normalize(torch.randn(dim, size), dim=0))
        self.register_buffer("ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def update_key_encoder(self):
        for q, k in zip(self.enc_q.parameters(), self.enc_k.parameters()):
            k.data = k.data * self.m + q.data * (1.0 - self.m)

    @torch.no_grad()
    def enqueue(self, keys):
        n, ptr = len(keys), int(self.ptr)
        self.queue[:, ptr:ptr + n] = keys.t()
        self.ptr[0] = (ptr + n) % self.size

    def forward(self, xq, xk):
        q = self.enc_q(xq)
        with torch.no_grad():
            self.update_key_encoder()
            perm = torch.randperm(len(xk))
            k = self.enc_k(xk[perm])[perm.argsort()]
        pos = (q * k).sum(1, keepdim=True)
        neg = q @ self.queue.clone().detach()
        logits = torch.cat([pos, neg], dim=1) / self.t
        labels = torch.zeros(len(q), dtype=torch.long)
        self.enqueue(k)
        return logits, labels


torch.manual_seed(110)
model = MoCo()
opt = torch.optim.SGD(model.enc_q.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
data = torch.randn(16, 5)
for epoch in range(2):
    for x in data.split(4):
        view1 = x + 0.1 * torch.randn_like(x)
        view2 = x + 0.1 * torch.randn_like(x)
        logits, labels = model(view1, view2)
        loss = F.cross_entropy(logits, labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        top1 = (logits.argmax(1) == 0).float().mean().item()
print("loss", loss.item(), "top1", top1, "ptr", int(model.ptr))
