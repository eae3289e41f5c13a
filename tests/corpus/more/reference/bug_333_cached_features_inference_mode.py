import torch
import torch.nn as nn

torch.manual_seed(32)
backbone = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
probe = nn.Linear(4, 2)


class FeatureCache:
    def __init__(self, model):
        self.model = model
        self.store = {}

    def get(self, key, x):
        if key not in self.store:
            with torch.no_grad():
                self.store[key] = self.model(x)
        return self.store[key]


cache = FeatureCache(backbone.eval())
images = {"a.png": torch.randn(2, 3), "b.png": torch.randn(2, 3)}
loss = torch.zeros(())
for name, x in images.items():
    logits = probe(cache.get(name, x))
    loss = loss + logits.logsumexp(dim=1).mean()
loss.backward()
