import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(410)
encoder = nn.Sequential(nn.Linear(3, 5), nn.ReLU(inplace=True), nn.Linear(5, 2))
decoder = nn.Linear(2, 3)


def corrupt(x, p):
    noisy = x.clone()
    return F.dropout(noisy, p, training=True, inplace=True)


x = torch.randn(4, 3)
torch.manual_seed(2)
code = encoder(corrupt(x, 0.3))
out = decoder(F.relu(code))
out = F.leaky_relu(out, 0.2, inplace=True)
loss = F.mse_loss(out, x) + 1e-2 * code.abs().sum()
loss.backward()
print(encoder[0].weight.grad)
