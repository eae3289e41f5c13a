import torch
import torch.nn as nn


class ProtoDetector(nn.Module):
    def __init__(self, k=3, dim=2, decay=0.9):
        super().__init__()
        self.embed = nn.Linear(4, dim)
        self.decay = decay
        self.register_buffer("protos", torch.randn(k, dim))

    def forward(self, tx):
        z = self.embed(tx)
        dist = torch.cdist(z, self.protos)
        nearest = dist.argmin(dim=1)
        if self.training:
            self._refresh(z.detach(), nearest)
        return dist.gather(1, nearest[:, None])

    def _refresh(self, z, assign):
        for k in assign.unique():
            centre = z[assign == k].mean(dim=0)
            self.protos[k] = self.decay * self.protos[k] + (1 - self.decay) * centre


torch.manual_seed(2204)
net = ProtoDetector()
anomaly = net(torch.randn(5, 4))
loss = anomaly.pow(2).mean()
loss.backward()
