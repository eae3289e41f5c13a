import torch
import torch.nn as nn


class FeatureCache(dict):
    def __init__(self, backbone):
        super().__init__()
        self.backbone = backbone

    @torch.inference_mode()
    def __missing__(self, key):
        gen = torch.Generator().manual_seed(key)
        self[key] = self.backbone(torch.randn(4, 3, generator=gen))
        return self[key]


torch.manual_seed(47)
cache = FeatureCache(nn.Sequential(nn.Linear(3, 5), nn.Mish()))
probe = nn.Linear(5, 2)
labels = torch.tensor([1, 0, 0, 1])
feats = cache[8]
logits = probe(feats)
loss = nn.functional.cross_entropy(logits, labels)
loss.backward()
