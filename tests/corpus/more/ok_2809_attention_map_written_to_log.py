import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(2420)
proj = nn.Linear(3, 4)
tokens = torch.randn(4, 3)
log = []


def record(att, threshold=0.2):
    picture = att.detach().numpy().copy()
    picture[picture < threshold] = 0.0
    picture *= 255
    log.append(np.rint(picture))


att = torch.softmax(proj(tokens), dim=1)
record(att)
loss = (att @ tokens).square().mean()
loss.backward()
shown = att.detach().numpy()
shown *= 255
