import torch
import torch.nn as nn


class SegmentAugment(nn.Module):
    def __init__(self, bins):
        super().__init__()
        self.gain = nn.Parameter(torch.linspace(0.8, 1.2, bins))

    def _forward_single(self, seg):
        return seg * self.gain

    def forward(self, features, supervision_segments):
        features = list(features.unbind(0))
        for idx, start, num in supervision_segments:
            end = start + num
            row = features[idx]
            features[idx] = torch.cat([row[:start], self._forward_single(row[start:end]), row[end:]])
        return torch.stack(features)


torch.manual_seed(1220)
frontend, augment, head = nn.Linear(2, 3), SegmentAugment(3), nn.Linear(3, 4)
wave = torch.randn(2, 5, 2)
segments = [(0, 0, 4), (1, 1, 3)]
logits = head(augment(frontend(wave), segments))
loss = nn.functional.cross_entropy(logits.flatten(0, 1), torch.randint(0, 4, (10,)))
loss.backward()
