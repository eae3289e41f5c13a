import torch
import torch.nn as nn


class Tap:
    def __init__(self, layer):
        self.value = None
        self.handle = layer.register_forward_hook(self.grab)

    def grab(self, module, inputs, output):
        output.retain_grad()
        self.value = output

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.handle.remove()


torch.manual_seed(79)
net = nn.Sequential(nn.Conv1d(1, 2, 3), nn.Softplus(), nn.Flatten(), nn.Linear(8, 3))
with Tap(net[1]) as tap:
    scores = net(torch.randn(1, 1, 6))
loss = scores[0, scores[0].argmax()]
loss.backward()
feature = tap.value
cam = (feature.grad.mean(-1, keepdim=True) * feature).sum(1).relu()
print(cam.shape)
