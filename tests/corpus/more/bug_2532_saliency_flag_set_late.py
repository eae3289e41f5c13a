import torch
import torch.nn as nn


class Explainer:
    def __init__(self, model):
        self.model = model.eval()

    def saliency(self, image, label):
        scores = self.model(image[None])
        image.requires_grad_(True)
        scores[0, label].backward()
        return image.grad


torch.manual_seed(2527)
net = nn.Sequential(
    nn.Conv2d(1, 2, 2),
    nn.Softplus(),
    nn.Flatten(),
    nn.Linear(2 * 2 * 2, 3),
)
image = torch.rand(1, 3, 3)
heat = Explainer(net).saliency(image, label=1)
if heat is not None:
    print(heat.abs().amax(0))
