import torch
import torch.nn as nn

torch.manual_seed(1208)
layer1, layer2 = nn.Linear(3, 4), nn.Linear(4, 2)
opt = torch.optim.SGD([*layer1.parameters(), *layer2.parameters()], lr=0.1)
x, y = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])

full = {}
for layer in (layer1, layer2):
    full[layer] = layer.weight.data.clone()
    with torch.no_grad():
        layer.weight.copy_(full[layer].sign() * full[layer].abs().mean())

loss = nn.functional.cross_entropy(layer2(torch.relu(layer1(x))), y)
opt.zero_grad()
loss.backward()
for layer, w in full.items():
    layer.weight.data.copy_(w)
opt.step()
