import torch
import torch.nn as nn

torch.manual_seed(43)
model = nn.Linear(3, 2)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
train = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(2)]
valid = [(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(2)]


def evaluate(loader):
    model.eval()
    with torch.no_grad():
        hits = sum((model(x).argmax(1) == y).sum().item() for x, y in loader)
    return hits / sum(len(y) for _, y in loader)


def train_epoch(loader):
    model.train()
    for x, y in loader:
        loss = nn.functional.cross_entropy(model(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    return loss.item()


for epoch in range(2):
    print(epoch, train_epoch(train), evaluate(valid))
