import torch
import torch.nn as nn
import torch.nn.functional as F


class RoIHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 2)
        self.register_buffer("queue", F.normalize(torch.randn(2, 4, 2), dim=-1))
        self.ptr = [0, 0]

    @torch.no_grad()
    def dequeue_and_enqueue(self, keys, cls):
        p = self.ptr[cls]
        self.queue[cls, p:p + len(keys)] = keys
        self.ptr[cls] = (p + len(keys)) % 4

    def forward(self, rois, cls):
        q = F.normalize(self.fc(rois), dim=1)
        logits = q @ self.queue[cls].clone().T / 0.2
        self.dequeue_and_enqueue(q, cls)
        return F.cross_entropy(logits, torch.zeros(len(rois), dtype=torch.long))


torch.manual_seed(907)
head = RoIHead()
loss = head(torch.randn(2, 3), 1)
loss.backward()
