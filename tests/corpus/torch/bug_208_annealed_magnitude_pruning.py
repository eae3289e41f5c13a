import torch
import torch.nn as nn


class PrunedLinear(nn.Linear):
    """Linear layer with a growing magnitude threshold."""

    def __init__(self, n_in, n_out, step=0.25):
        super().__init__(n_in, n_out)
        self.threshold, self.step = 0.0, step

    def prune(self):
        keep = self.weight.abs() > self.threshold
        self.weight.data *= keep
        self.threshold += self.step

    def forward(self, x):
        self.prune()
        return super().forward(x)


torch.manual_seed(343)
encoder = nn.Linear(3, 4)
sparse = PrunedLinear(4, 2)
batches = torch.randn(2, 5, 3)

per_batch = [sparse(torch.tanh(encoder(x))).pow(2).mean() for x in batches]
loss = torch.stack(per_batch).sum()
loss.backward()
print("kept", (sparse.weight != 0).float().mean().item())
