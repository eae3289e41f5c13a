import torch
import torch.nn as nn
import torch.nn.functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 6)
        self.heads = nn.ModuleDict({"ctr": nn.Linear(6, 1), "dwell": nn.Linear(6, 1)})

    def forward(self, x):
        h = F.silu(self.body(x))
        return {k: head(h).squeeze(-1) for k, head in self.heads.items()}


WEIGHTS = {"ctr": 1.0, "dwell": 0.25}
torch.manual_seed(43)
model = MultiTask()
batch = {"x": torch.randn(5, 4), "ctr": torch.tensor([1.0, 0, 0, 1, 1]), "dwell": torch.rand(5)}

pred = model(batch["x"])
losses = {
    "ctr": F.binary_cross_entropy_with_logits(pred["ctr"], batch["ctr"]),
    "dwell": F.mse_loss(pred["dwell"], batch["dwell"]),
}
loss = torch.stack([WEIGHTS[k] * v for k, v in losses.items()]).sum()
loss.backward()
