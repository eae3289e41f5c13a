import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1015)
cell = nn.Linear(2, 3)
adapter = nn.Linear(3, 3, bias=False)
frames = torch.randn(4, 2, 2)

decouple, pred = [], 0.0
for frame in frames:
    delta_c, delta_m = torch.tanh(cell(frame)), torch.sigmoid(cell(frame))
    decouple.append(F.cosine_similarity(adapter(delta_c), adapter(delta_m), dim=1).abs().mean())
    pred = pred + (delta_c - delta_m).pow(2).mean()
decouple_loss = torch.mean(torch.stack(decouple))
loss = pred + 0.1 * decouple_loss
loss.backward()
