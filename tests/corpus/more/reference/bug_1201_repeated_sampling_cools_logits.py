import torch
import torch.nn as nn


class CodonSampler:
    def __init__(self, temperature):
        self.temperature = temperature

    def log_probs(self, logits):
        logits = logits / self.temperature
        return torch.log_softmax(logits, dim=-1)

    def draw(self, logits, codons):
        return self.log_probs(logits).gather(1, codons[:, None]).squeeze(1)


torch.manual_seed(1201)
decoder = nn.Linear(3, 4)
hidden = torch.randn(5, 3)
sampler = CodonSampler(temperature=0.7)

logits = decoder(hidden)
drafts = [torch.tensor([0, 1, 3, 2, 2]), torch.tensor([1, 1, 0, 2, 3]), torch.tensor([3, 0, 0, 1, 2])]
loss = -sum(sampler.draw(logits, d).mean() for d in drafts)
loss.backward()
