import torch
import torch.nn as nn

torch.manual_seed(1133)
backbone = nn.Sequential(nn.Linear(4, 6), nn.GELU(), nn.Linear(6, 3)).eval()
probe = nn.Linear(3, 2)
opt = torch.optim.SGD(probe.parameters(), lr=0.1)


@torch.inference_mode()
def extract(loader):
    bank = []
    for images, labels in loader:
        bank.append((backbone(images), labels))
    return bank


loader = [(torch.randn(3, 4), torch.randint(0, 2, (3,))) for _ in range(2)]
bank = extract(loader)
for feats, labels in bank:
    logits = probe(feats)
    loss = nn.functional.cross_entropy(logits, labels)
    opt.zero_grad()
    loss.backward()
