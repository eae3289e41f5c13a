import torch
import torch.nn as nn
import torch.nn.functional as F


class ProtoNet(nn.Module):
    def __init__(self, d_in, dim, classes, momentum=0.9):
        super().__init__()
        self.encoder = nn.Linear(d_in, dim)
        self.momentum = momentum
        self.register_buffer("proto", F.normalize(torch.randn(classes, dim), dim=1))

    @torch.no_grad()
    def refresh(self, feats, labels):
        for c in labels.unique():
            mean = feats[labels == c].mean(0)
            self.proto[c] = self.momentum * self.proto[c] + (1 - self.momentum) * mean
        self.proto.copy_(F.normalize(self.proto, dim=1))

    def forward(self, x, labels=None):
        feats = F.normalize(self.encoder(x), dim=1)
        logits = feats @ self.proto.clone().t() / 0.1
        if self.training and labels is not None:
            self.refresh(feats, labels)
        return logits


torch.manual_seed(3016)
net = ProtoNet(3, 2, 4)
x, y = torch.randn(6, 3), torch.tensor([0, 1, 2, 3, 0, 1])
loss = F.cross_entropy(net(x, y), y)
loss.backward()
