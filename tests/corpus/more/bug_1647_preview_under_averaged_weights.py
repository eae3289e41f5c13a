from contextlib import contextmanager

import torch
import torch.nn as nn
import torch.nn.functional as F


@contextmanager
def ema_scope(model, shadow):
    backup = {k: v.clone() for k, v in model.state_dict().items()}
    model.load_state_dict(shadow)
    yield model
    model.load_state_dict(backup)


torch.manual_seed(1641)
model = nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 3))
shadow = {k: 0.9 * v for k, v in model.state_dict().items()}
x_t, noise = torch.randn(4, 3), torch.randn(4, 3)
pred = model(x_t)
with ema_scope(model, shadow) as averaged, torch.no_grad():
    preview = averaged(x_t)
loss = F.mse_loss(pred, noise)
loss.backward()
