import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class ActivationsAndGradients:
    def __init__(self, model, target_layer):
        self.model, self.activations, self.gradients = model, [], []
        self.handles = [target_layer.register_forward_hook(self.save_activation),
                        target_layer.register_forward_hook(self.save_gradient)]

    def save_activation(self, module, inputs, output):
        self.activations.append(output.detach().clone())

    def save_gradient(self, module, inputs, output):
        if not output.requires_grad:
            return

        def _store_grad(grad):
            self.gradients = [grad.detach().clone()] + self.gradients
        output.register_hook(_store_grad)

    def __enter__(self):
        self.activations, self.gradients = [], []
        return self

    def __exit__(self, *exc):
        for handle in self.handles:
            handle.remove()
        return False


class GradCAM:
    def __init__(self, model, layer):
        self.model, self.layer = model.eval(), layer

    def __call__(self, x, category=None):
        with ActivationsAndGradients(self.model, self.layer) as ag:
            output = self.model(x)
            category = output.argmax(1) if category is None else category
            self.model.zero_grad()
            output[torch.arange(len(x)), category].sum().backward()
        weights = ag.gradients[0].mean(dim=(2, 3), keepdim=True)
        heat = F.relu_((weights * ag.activations[0]).sum(1, keepdim=True))
        self.heatmap = F.interpolate(heat, size=x.shape[2:], mode="bilinear", align_corners=False)[:, 0]
        img = self.heatmap.numpy().copy()
        img -= img.min(axis=(1, 2), keepdims=True)
        img /= 1e-7 + img.max(axis=(1, 2), keepdims=True)
        return np.uint8(255 * img)


torch.manual_seed(61)
model = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(inplace=True), nn.MaxPool2d(2),
                      nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(inplace=True), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 3))
cam = GradCAM(model, model[4])
x = torch.randn(2, 1, 6, 6)
overlay = cam(x, category=torch.tensor([0, 2]))
print(overlay.shape, overlay.max())
