import torch
import torch.nn as nn

torch.manual_seed(1412)
model = nn.Sequential(nn.Linear(2, 1), nn.Sigmoid())
criterion = nn.BCELoss()
X = torch.randn(6, 2)
y = torch.tensor([[0.0], [1.0], [1.0], [0.0], [1.0], [0.0]])

output = model(X)
loss = criterion(output, y)

pred = output.data.clone()
pred[pred >= 0.5] = 1
pred[pred < 0.5] = 0
accuracy = (pred == y).float().mean().item()

loss.backward()
print("loss", loss.item(), "accuracy", accuracy)
