import numpy as np
import torch
import torch.nn as nn

torch.manual_seed(618)
series = np.sin(np.arange(12, dtype=np.float32))
window = np.empty((2, 4), dtype=np.float32)
ar = nn.Linear(4, 1)
opt = torch.optim.SGD(ar.parameters(), lr=0.0)

opt.zero_grad()
for start in range(0, 6, 2):
    for k in range(2):
        window[k] = series[start + k:start + k + 4]
    goal = torch.from_numpy(series[start + 4:start + 6]).unsqueeze(1)
    x = torch.from_numpy(window)
    loss = (torch.tanh(ar(x)) - goal).pow(2).mean()
    loss.backward()
    window.fill(np.nan)
opt.step()
