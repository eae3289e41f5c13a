import torch
import torch.nn as nn


class OpenVocabHead(nn.Module):
    def __init__(self, vision_dim, text_dim, dim):
        super().__init__()
        self.image_proj = nn.Linear(vision_dim, dim)
        self.query_proj = nn.Linear(text_dim, dim)
        self.logit_scale = nn.Parameter(torch.tensor(0.7))

    def forward(self, patches, queries):
        image_embeds = self.image_proj(patches)
        query_embeds = self.query_proj(queries)
        image_embeds = image_embeds / (torch.linalg.norm(image_embeds, dim=-1, keepdim=True) + 1e-6)
        query_embeds = query_embeds / (torch.linalg.norm(query_embeds, dim=-1, keepdim=True) + 1e-6)
        return self.logit_scale.exp() * image_embeds @ query_embeds.T


torch.manual_seed(2503)
head = OpenVocabHead(3, 4, 3)
patches, queries = torch.randn(5, 3), torch.randn(2, 4)
labels = torch.tensor([0, 1, 1, 0, 1])

logits = head(patches, queries)
loss = nn.functional.cross_entropy(logits, labels)
loss.backward()
