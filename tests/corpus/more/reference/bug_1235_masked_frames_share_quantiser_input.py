import torch
import torch.nn as nn


class SpeechPretrainer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.extract = nn.Linear(2, dim)
        self.quantizer, self.encoder = nn.Linear(dim, dim), nn.Linear(dim, dim)
        self.mask_emb = nn.Parameter(torch.randn(dim))

    def apply_mask(self, hidden, mask):
        return torch.where(mask.unsqueeze(-1), self.mask_emb, hidden)

    def forward(self, wave, mask):
        features = self.extract(wave)
        targets = self.quantizer(features)
        context = self.encoder(self.apply_mask(features, mask))
        return torch.cosine_similarity(context[mask], targets[mask], dim=-1)


torch.manual_seed(1235)
model = SpeechPretrainer(3)
wave = torch.randn(2, 5, 2)
mask = torch.tensor([[0, 1, 1, 0, 0], [1, 0, 0, 0, 1]]).bool()
loss = -model(wave, mask).mean()
loss.backward()
