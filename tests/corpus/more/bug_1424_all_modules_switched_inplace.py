import torch
import torch.nn as nn

torch.manual_seed(1424)
trunk = nn.Sequential(nn.Linear(4, 5), nn.ReLU())
gate = nn.Sequential(nn.Linear(5, 5), nn.Sigmoid())
drop = nn.Dropout(0.3)
model = nn.ModuleList([trunk, gate, drop])

for m in model.modules():
    if isinstance(m, (nn.ReLU, nn.Dropout)):
        m.inplace = True


def forward(x):
    feat = trunk(x)
    weight = gate(feat)
    weight = drop(weight)
    return feat * weight


loss = forward(torch.randn(3, 4)).pow(2).sum()
loss.backward()
