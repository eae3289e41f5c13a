import torch
import torch.nn as nn

torch.manual_seed(355)
model = nn.Linear(3, 1)
stations = {"north": torch.randn(4, 3), "south": torch.randn(2, 3)}
rain = {"north": torch.rand(4, 1), "south": torch.rand(2, 1)}

losses = []
for name, x in stations.items():
    losses.append(nn.functional.l1_loss(model(x), rain[name]))
loss = torch.stack(losses).mean()
loss.backward()
print("loss", loss.item())
