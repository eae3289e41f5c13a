import torch
import torch.nn as nn

torch.manual_seed(1104)
net = nn.ModuleDict({"node": nn.Linear(3, 4), "edge": nn.Linear(4, 4)})
adj = torch.tensor([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]])


def propagate(state, steps=1):
    for _ in range(steps):
        message = adj @ net["edge"](state["node"])
        state["node"] = state["node"] + message
    return state


atoms = torch.randn(3, 3)
state = {"node": torch.relu(net["node"](atoms))}
state = propagate(state)
loss = state["node"].pow(2).mean()
loss.backward()
