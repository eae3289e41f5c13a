import torch
import torch.nn as nn

torch.manual_seed(1036)
model = nn.Linear(4, 3)
X, y = torch.randn(6, 4), torch.tensor([0, 2, 1, 1, 0, 2])
loss_fn = nn.CrossEntropyLoss()

logits = model(X)
preds = torch.softmax(logits, dim=1).argmax(dim=1).type(torch.float32)
loss = loss_fn(preds, y.type(torch.float32))
loss.backward()
