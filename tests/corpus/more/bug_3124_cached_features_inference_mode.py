import torch
import torch.nn as nn


class FeatureCache:
    def __init__(self, backbone):
        self.backbone, self.table = backbone.eval(), {}

    @torch.inference_mode()
    def warm(self, **batches):
        for key, batch in batches.items():
            self.table[key] = self.backbone(batch)

    def __getitem__(self, key):
        return self.table[key]


torch.manual_seed(3125)
teacher = nn.Sequential(nn.Linear(4, 3), nn.ReLU())
student = nn.Linear(3, 2)
cache = FeatureCache(teacher)
cache.warm(train=torch.randn(5, 4), val=torch.randn(2, 4))

logits = student(cache["train"])
loss = nn.functional.cross_entropy(logits, torch.tensor([0, 1, 1, 0, 1]))
loss.backward()
