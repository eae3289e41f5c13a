import copy
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(131)


class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.fc2, self.fc3 = nn.Linear(5, 6), nn.Linear(6, 4), nn.Linear(4, 3)

    def forward(self, x):
        x = F.relu(self.fc1(x), inplace=True)
        x = F.relu(self.fc2(x), inplace=True)
        return self.fc3(x)


def make_mask(model):
    return {name: torch.ones_like(p) for name, p in model.named_parameters() if "weight" in name}


def prune_by_percentile(model, masks, percent):
    for name, param in model.named_parameters():
        if name in masks:
            alive = param.data[masks[name] > 0].abs()
            threshold = torch.quantile(alive, percent / 100.0)
            masks[name][param.data.abs() < threshold] = 0
            param.data.mul_(masks[name])


def rewind(model, masks, initial_state):
    for name, param in model.named_parameters():
        param.data = (masks[name] * initial_state[name]) if name in masks else initial_state[name].clone()


net = LeNet()
initial_state_dict = copy.deepcopy(net.state_dict())
masks = make_mask(net)
for name, param in net.named_parameters():
    if name in masks:
        param.register_hook(lambda grad, name=name: grad * masks[name])

X, y = torch.randn(16, 5), torch.randint(0, 3, (16,))
for prune_round in range(2):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.2, momentum=0.9)
    for _ in range(4):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(X), y)
        loss.backward()
        optimizer.step()
        for name, param in net.named_parameters():
            if name in masks:
                param.data.mul_(masks[name])
    if prune_round == 0:
        prune_by_percentile(net, masks, 40)
        rewind(net, masks, initial_state_dict)
sparsity = 1 - sum(m.sum().item() for m in masks.values()) / sum(m.numel() for m in masks.values())
print(f"sparsity {sparsity:.2f} loss {loss.item():.4f}")
