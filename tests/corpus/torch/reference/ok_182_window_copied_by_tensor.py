import numpy as np
import torch

w = torch.tensor([0.5, -0.2], requires_grad=True)
series = np.array([1.0, 0.4, 0.9, 1.2], dtype=np.float32)
window = series[:2].copy()
loss = torch.zeros(())
for nxt in series[2:]:
    x = torch.from_numpy(window.copy())
    loss = loss + (w @ x - float(nxt)) ** 2
    window[0] = window[1]
    window[1] = nxt
loss.backward()
