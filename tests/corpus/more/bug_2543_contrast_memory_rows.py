import torch
import torch.nn as nn
import torch.nn.functional as F


class ContrastMemory(nn.Module):
    def __init__(self, samples, dim, tau=0.5, momentum=0.5):
        super().__init__()
        self.tau, self.momentum = tau, momentum
        self.register_buffer("memory", F.normalize(torch.randn(samples, dim), dim=1))

    def forward(self, v, index):
        scores = v @ self.memory.t() / self.tau
        with torch.no_grad():
            rows = self.memory.index_select(0, index)
            rows.mul_(self.momentum).add_(v, alpha=1 - self.momentum)
            self.memory.index_copy_(0, index, F.normalize(rows, dim=1))
        return scores


torch.manual_seed(2505)
student = nn.Linear(4, 3)
contrast = ContrastMemory(6, 3)
batch = {"feat": torch.randn(3, 4), "index": torch.tensor([4, 0, 2])}

v = F.normalize(student(batch["feat"]), dim=1)
loss = F.cross_entropy(contrast(v, batch["index"]), batch["index"])
loss.backward()
