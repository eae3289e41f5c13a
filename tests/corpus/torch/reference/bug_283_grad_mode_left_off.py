import torch
import torch.nn as nn

torch.manual_seed(357)
model = nn.Linear(2, 2)
val_x, val_y = torch.randn(4, 2), torch.tensor([0, 1, 0, 1])


def evaluate():
    model.eval()
    with torch.no_grad():
        return (model(val_x).argmax(1) == val_y).float().mean().item()


best = evaluate()
model.train()
loss = nn.functional.cross_entropy(model(val_x * 0.5), val_y)
loss.backward()
