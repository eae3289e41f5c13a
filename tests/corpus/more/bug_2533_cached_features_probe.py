import torch
import torch.nn as nn

torch.manual_seed(2528)
backbone = nn.Sequential(nn.Linear(4, 3), nn.GELU())
probe = nn.Linear(3, 2)
loader = [torch.randn(2, 4), torch.randn(3, 4)]
labels = torch.tensor([0, 1, 1, 0, 1])


@torch.inference_mode()
def extract(batches):
    feats = [backbone(x) for x in batches]
    return torch.cat(feats)


def train(cache, epochs=2, lr=0.1):
    opt = torch.optim.SGD(probe.parameters(), lr=lr)
    for _ in range(epochs):
        logits = probe(cache)
        loss = nn.functional.cross_entropy(logits, labels)
        opt.zero_grad()
        loss.backward()
        opt.step()


train(extract(loader))
