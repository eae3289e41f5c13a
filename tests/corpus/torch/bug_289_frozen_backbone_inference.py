import torch
import torch.nn as nn

torch.manual_seed(366)
backbone = nn.Sequential(nn.Linear(4, 6), nn.GELU())
probe = nn.Linear(6, 2)
clips, genre = torch.randn(5, 4), torch.tensor([0, 1, 1, 0, 1])


@torch.inference_mode()
def extract(clips):
    return backbone(clips)


feats = extract(clips)
logits = probe(feats)
loss = nn.functional.cross_entropy(logits, genre)
loss.backward()
