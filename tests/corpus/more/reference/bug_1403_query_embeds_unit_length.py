import torch
import torch.nn as nn


def class_logits(image_embeds, query_embeds):
    image_embeds = image_embeds / (torch.linalg.norm(image_embeds, dim=-1, keepdim=True) + 1e-6)
    query_embeds = query_embeds / (torch.linalg.norm(query_embeds, dim=-1, keepdim=True) + 1e-6)
    return image_embeds @ query_embeds.T


torch.manual_seed(1403)
image_proj, text_proj = nn.Linear(4, 3), nn.Linear(5, 3)
patches, queries = torch.randn(6, 4), torch.randn(2, 5)
labels = torch.tensor([0, 1, 1, 0, 0, 1])

logits = class_logits(image_proj(patches), text_proj(queries)) * 10
loss = nn.functional.cross_entropy(logits, labels)
loss.backward()
