import copy
import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset, random_split
from collections import OrderedDict


class EarlyStopping:
    def __init__(self, patience=2, delta=0.0):
        self.patience, self.delta, self.counter = patience, delta, 0
        self.best, self.state, self.stop = None, None, False

    def __call__(self, val_loss, model):
        if self.best is None or val_loss < self.best - self.delta:
            self.best, self.counter = val_loss, 0
            self.state = copy.deepcopy(model.state_dict())
        else:
            self.counter += 1
            self.stop = self.counter >= self.patience


def build():
    backbone = nn.Sequential(OrderedDict([
        ("layer1", nn.Linear(5, 6)), ("act1", nn.ReLU(inplace=True)), ("layer2", nn.Linear(6, 4)), ("act2", nn.ReLU(inplace=True))]))
    return nn.ModuleDict({"backbone": backbone, "head": nn.Linear(4, 1)})


def forward(model, x):
    return model["head"](model["backbone"](x)).squeeze(-1)


torch.manual_seed(271)
X = torch.randn(40, 5)
dataset = TensorDataset(X, X[:, 0] * X[:, 1])
train_set, val_set = random_split(dataset, [32, 8])
train_loader, val_loader = DataLoader(train_set, batch_size=8, shuffle=True), DataLoader(val_set, batch_size=8)
model = build()
for p in model["backbone"].parameters():
    p.requires_grad_(False)
optimizer = torch.optim.Adam(filter(lambda p: p.requires_grad, model.parameters()), lr=1e-2)
plateau = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, factor=0.5, patience=0)
stopper, criterion = EarlyStopping(), nn.MSELoss()
for epoch in range(6):
    if epoch == 2:
        unfrozen = [p.requires_grad_(True) for p in model["backbone"].layer2.parameters()]
        optimizer.add_param_group({"params": unfrozen, "lr": 1e-3})
    model.train()
    for xb, yb in train_loader:
        optimizer.zero_grad()
        loss = criterion(forward(model, xb), yb)
        loss.backward()
        optimizer.step()
        last_train = loss.item()
    model.eval()
    with torch.no_grad():
        val = sum(criterion(forward(model, xb), yb).item() * len(xb) for xb, yb in val_loader) / len(val_set)
    plateau.step(val)
    stopper(val, model)
    if stopper.stop:
        break
model.load_state_dict(stopper.state)
print(f"stopped at {epoch}, best val {stopper.best:.4f}")
