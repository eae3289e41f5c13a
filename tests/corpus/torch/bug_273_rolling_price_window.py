import numpy as np
import torch

w = torch.tensor([0.2, -0.4, 0.9], requires_grad=True)
prices = np.array([1.0, 1.3, 0.8, 1.1, 1.6, 1.4], dtype=np.float32)
window = prices[:3].copy()

errors = []
for tick in prices[3:]:
    forecast = torch.dot(w, torch.as_tensor(window))
    errors.append((forecast - float(tick)) ** 2)
    window[:-1] = window[1:].copy()
    window[-1] = tick
loss = torch.stack(errors).mean()
loss.backward()
print("grad", w.grad)
