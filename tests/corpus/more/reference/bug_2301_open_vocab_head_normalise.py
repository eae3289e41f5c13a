import torch
import torch.nn as nn


class OpenVocabHead(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.project = nn.Linear(4, dim)
        self.logit_scale = nn.Parameter(torch.tensor(0.7))

    def forward(self, patches, queries):
        embeds = self.project(patches)
        embeds = embeds / (torch.linalg.norm(embeds, dim=-1, keepdim=True) + 1e-6)
        logits = embeds @ queries.T
        return {"logits": logits * self.logit_scale.exp(), "embeds": embeds}


torch.manual_seed(1101)
head = OpenVocabHead()
patches, queries = torch.randn(5, 4), torch.randn(2, 3)
labels = torch.tensor([0, 1, 1, 0, 1])
out = head(patches, queries)
loss = nn.functional.cross_entropy(out["logits"], labels)
loss.backward()
