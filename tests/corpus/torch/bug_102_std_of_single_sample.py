import torch
import torch.nn as nn

torch.manual_seed(277)
emb = nn.Linear(3, 2)
batch = torch.randn(1, 3).repeat(4, 1)

z = emb(batch)
spread = z.sub(z.mean(0)).pow(2).mean(0).sqrt()
hinge = torch.relu(1.0 - spread).mean()
loss = hinge + 0.1 * z.pow(2).mean()
loss.backward()
