import torch

torch.manual_seed(2335)
edge_logits = torch.randn(4, 4, requires_grad=True)
signals = torch.randn(3, 4, 2)
targets = torch.randn(3, 4, 2)


def normalised(logits):
    return torch.softmax(logits - 5.0 * torch.eye(4), dim=1)


for x, y in zip(signals, targets):
    adjacency = normalised(edge_logits)
    loss = (adjacency @ x - y).square().mean()
    loss.backward()
print("edges", edge_logits.grad)
