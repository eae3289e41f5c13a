import numpy as np
import torch
import torch.nn as nn


class PreviewWriter:
    def __init__(self):
        self.frames = []

    def add(self, image):
        img = image.detach().numpy()
        img += 1.0
        img *= 127.5
        self.frames.append(img.astype(np.uint8))


torch.manual_seed(83)
gen = nn.Sequential(nn.Linear(2, 4), nn.Tanh())
writer = PreviewWriter()
noise, target = torch.randn(3, 2), torch.rand(3, 4) * 2 - 1
images = gen(noise)
loss = (images - target).abs().mean()
writer.add(images[0])
loss.backward()
print("preview", writer.frames[0].shape)
