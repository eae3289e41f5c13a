import torch
import torch.nn as nn


class CRF(nn.Module):
    def __init__(self, num_tags):
        super().__init__()
        self.start_transitions = nn.Parameter(torch.empty(num_tags))
        self.end_transitions = nn.Parameter(torch.empty(num_tags))
        self.transitions = nn.Parameter(torch.empty(num_tags, num_tags))
        for p in self.parameters():
            nn.init.uniform_(p, -0.1, 0.1)

    def forward(self, emissions, tags, mask):
        return (self._score(emissions, tags, mask) - self._normalizer(emissions, mask)).sum()

    def _score(self, emissions, tags, mask):
        seq_length, batch_size = tags.shape
        m = mask.to(emissions.dtype)
        score = self.start_transitions[tags[0]]
        score += emissions[0, torch.arange(batch_size), tags[0]]
        for i in range(1, seq_length):
            score += self.transitions[tags[i - 1], tags[i]] * m[i]
            score += emissions[i, torch.arange(batch_size), tags[i]] * m[i]
        last = tags[mask.long().sum(dim=0) - 1, torch.arange(batch_size)]
        score += self.end_transitions[last]
        return score

    def _normalizer(self, emissions, mask):
        score = self.start_transitions + emissions[0]
        for i in range(1, emissions.size(0)):
            next_score = score.unsqueeze(2) + self.transitions + emissions[i].unsqueeze(1)
            next_score = torch.logsumexp(next_score, dim=1)
            score = torch.where(mask[i].unsqueeze(1), next_score, score)
        score += self.end_transitions
        return torch.logsumexp(score, dim=1)

    @torch.no_grad()
    def decode(self, emissions):
        score, history = self.start_transitions + emissions[0], []
        for e in emissions[1:]:
            best, idx = (score.unsqueeze(2) + self.transitions + e.unsqueeze(1)).max(dim=1)
            history.append(idx)
            score = best
        tag = (score + self.end_transitions).argmax(1)
        path = [tag]
        for idx in reversed(history):
            path.insert(0, idx.gather(1, path[0].unsqueeze(1)).squeeze(1))
        return torch.stack(path)


torch.manual_seed(6)
proj, crf = nn.Linear(3, 4), CRF(4)
opt = torch.optim.SGD([*proj.parameters(), *crf.parameters()], lr=0.05, momentum=0.9)
x, tags = torch.randn(5, 2, 3), torch.randint(0, 4, (5, 2))
mask = torch.tensor([[1, 1], [1, 1], [1, 1], [1, 0], [1, 0]], dtype=torch.bool)
for _ in range(3):
    opt.zero_grad()
    loss = -crf(proj(x), tags, mask) / 2
    loss.backward()
    opt.step()
print(crf.decode(proj(x)).t().tolist())
