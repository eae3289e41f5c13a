import torch
import torch.nn as nn


class PointerDecoder(nn.Module):
    """Picks stops one after the other, never the same twice."""

    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, 1)

    def forward(self, stops):
        visited = torch.zeros(len(stops), dtype=torch.bool)
        logp = 0.0
        for _ in range(len(stops) - 1):
            s = self.score(stops).squeeze(1)
            s = s.masked_fill(visited, -1e9)
            step = torch.log_softmax(s, dim=0)
            pick = int(step.argmax())
            logp = logp + step[pick]
            visited = visited.index_fill(0, torch.tensor([pick]), True)
        return logp


torch.manual_seed(405)
model = PointerDecoder(2)
stops = torch.randn(4, 2)
loss = -model(stops)
loss.backward()
