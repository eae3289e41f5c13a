import torch
import torch.nn as nn


class Explainer:
    def __init__(self, stem, head):
        self.stem, self.head = stem, head

    def features(self, image):
        return torch.relu(self.stem(image))

    def saliency(self, image, cls):
        feats = self.features(image)
        image.requires_grad_(True)
        score = self.head(feats.mean(dim=(2, 3)))[0, cls]
        score.backward()
        return image.grad


torch.manual_seed(46)
stem, head = nn.Conv2d(1, 3, 2), nn.Linear(3, 2)
image = torch.randn(1, 1, 3, 3)
explainer = Explainer(stem, head)
heat = explainer.saliency(image, cls=1)
print("saliency map", heat)
