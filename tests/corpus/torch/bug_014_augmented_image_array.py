import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(3)
image = np.linspace(0.0, 1.0, 16, dtype=np.float32).reshape(1, 1, 4, 4)
conv = nn.Conv2d(1, 2, 3)


def jitter(arr, amount):
    arr += amount
    return arr


clean = conv(torch.from_numpy(image))
noisy = conv(torch.from_numpy(jitter(image, 0.25)))
loss = (clean.sin() * noisy.cos()).sum()
loss.backward()
