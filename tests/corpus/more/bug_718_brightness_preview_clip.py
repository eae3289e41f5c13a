import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(718)
decoder = nn.Linear(2, 4)
z = torch.randn(3, 2)
target = torch.rand(3, 4)

light = torch.exp(decoder(z))
loss = (light - target).sum()
preview = light.detach().numpy()
np.clip(preview, 0.0, 1.0, out=preview)
print("mean brightness", preview.mean())
loss.backward()
