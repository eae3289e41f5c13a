import torch
import torch.nn as nn


class SpikingClassifier(nn.Module):
    def __init__(self, n_in, n_hidden, n_out, beta=0.7):
        super().__init__()
        self.hidden = nn.Linear(n_in, n_hidden)
        self.out = nn.Linear(n_hidden, n_out)
        self.beta = beta

    def forward(self, frames):
        v = torch.zeros(frames.size(1), self.hidden.out_features)
        votes = []
        for x in frames:
            v = self.beta * v + self.hidden(x)
            spikes = (v > 0.2).float()
            v = v - 0.2 * spikes
            votes.append(self.out(spikes))
        return torch.stack(votes).mean(0)


torch.manual_seed(535)
snn = SpikingClassifier(3, 5, 2)
frames = torch.randn(4, 2, 3)
loss = nn.functional.cross_entropy(snn(frames), torch.tensor([0, 1]))
loss.backward()
