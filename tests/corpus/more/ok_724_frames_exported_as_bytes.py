import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(1724)
gen = nn.Linear(2, 4)
frames = []

image = torch.sigmoid(gen(torch.randn(3, 2)))
array = np.array(image.detach().numpy())
array *= 255
np.rint(array, out=array)
frames.append(array.astype(np.uint8))
loss = image.var()
loss.backward()
