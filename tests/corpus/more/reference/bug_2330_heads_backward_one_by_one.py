import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1130)
encoder = nn.Sequential(nn.Linear(4, 3), nn.ELU())
heads = nn.ModuleDict({"age": nn.Linear(3, 1), "sex": nn.Linear(3, 2), "site": nn.Linear(3, 3)})
criteria = {"age": F.l1_loss, "sex": F.cross_entropy, "site": F.cross_entropy}
params = [*encoder.parameters(), *heads.parameters()]
opt = torch.optim.AdamW(params, lr=1e-3)

scan = torch.randn(6, 4)
labels = {
    "age": torch.rand(6, 1),
    "sex": torch.tensor([0, 1, 0, 0, 1, 1]),
    "site": torch.tensor([2, 1, 0, 2, 2, 1]),
}

opt.zero_grad()
features = encoder(scan)
total = sum(criteria[task](head(features), labels[task]) for task, head in heads.items())
total.backward()
opt.step()
