import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(2328)
encoder = nn.Sequential(nn.Linear(3, 2), nn.Tanh())
words = torch.randn(5, 3)
context = torch.randn(5, 2)
figure = {}


def scatter_plot(name, emb):
    xy = emb.detach().cpu().numpy().copy()
    xy /= np.linalg.norm(xy, axis=1, keepdims=True)
    figure[name] = xy.tolist()


emb = encoder(words)
scatter_plot("words", emb)
loss = -torch.nn.functional.logsigmoid((emb * context).sum(1)).mean()
loss.backward()
