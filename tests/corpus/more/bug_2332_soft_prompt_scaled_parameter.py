import torch
import torch.nn as nn


class PromptTuner(nn.Module):
    def __init__(self, backbone, n_tokens, dim):
        super().__init__()
        self.backbone = backbone
        for p in self.backbone.parameters():
            p.requires_grad_(False)
        self.prompt = nn.Parameter(torch.randn(n_tokens, dim)) * 0.02
        self.head = nn.Linear(dim, 2)

    def forward(self, tokens):
        prompt = self.prompt.expand(len(tokens), -1, -1)
        hidden = self.backbone(torch.cat([prompt, tokens], dim=1))
        return self.head(hidden.mean(dim=1))


torch.manual_seed(1132)
tuner = PromptTuner(nn.Sequential(nn.Linear(3, 3), nn.Tanh()), 2, 3)
opt = torch.optim.Adam([p for p in tuner.parameters() if p.requires_grad], lr=1e-3)
tokens, labels = torch.randn(4, 5, 3), torch.tensor([0, 1, 1, 0])
loss = nn.functional.cross_entropy(tuner(tokens), labels)
opt.zero_grad()
loss.backward()
opt.step()
