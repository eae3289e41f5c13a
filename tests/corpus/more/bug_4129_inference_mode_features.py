import torch
from torch import nn


class Extractor:
    def __init__(self, backbone: nn.Module):
        self.backbone = backbone.eval()

    @torch.inference_mode()
    def __call__(self, images):
        return self.backbone(images).flatten(1)


torch.manual_seed(329)
extract = Extractor(nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.AvgPool2d(2)))
head = nn.Linear(8, 3)
opt = torch.optim.AdamW(head.parameters(), lr=1e-3)
images, labels = torch.randn(4, 1, 6, 6), torch.tensor([0, 1, 2, 1])

features = extract(images)
opt.zero_grad()
logits = head(features)
loss = nn.functional.cross_entropy(logits, labels)
loss.backward()
