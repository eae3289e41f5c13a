import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, nmb_prototypes=5):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(4, 6), nn.ReLU(inplace=True), nn.Linear(6, 3))
        self.prototypes = nn.Linear(3, nmb_prototypes, bias=False)

    def forward(self, x):
        x = nn.functional.normalize(self.backbone(x), dim=1, p=2)
        return x, self.prototypes(x)


@torch.no_grad()
def distributed_sinkhorn(out, epsilon=0.25, iters=3):
    Q = torch.exp(out / epsilon).t()
    B, K = Q.shape[1], Q.shape[0]
    Q /= torch.sum(Q)
    for _ in range(iters):
        Q /= torch.sum(Q, dim=1, keepdim=True)
        Q /= K
        Q /= torch.sum(Q, dim=0, keepdim=True)
        Q /= B
    Q *= B
    return Q.t()


torch.manual_seed(31)
model = Net()
optimizer = torch.optim.SGD(model.parameters(), lr=0.2, momentum=0.9)
bs, temperature, freeze_iters = 6, 0.1, 1
for it in range(4):
    base = torch.randn(bs, 4)
    inputs = [base + 0.1 * torch.randn_like(base) for _ in range(2)]
    with torch.no_grad():
        w = model.prototypes.weight.data.clone()
        w = nn.functional.normalize(w, dim=1, p=2)
        model.prototypes.weight.copy_(w)
    embedding, output = model(torch.cat(inputs))
    embedding = embedding.detach()
    loss = 0
    for i in range(2):
        with torch.no_grad():
            out = output[bs * i:bs * (i + 1)].detach()
            q = distributed_sinkhorn(out)[-bs:]
        v = 1 - i
        x = output[bs * v:bs * (v + 1)] / temperature
        loss -= torch.mean(torch.sum(q * nn.functional.log_softmax(x, dim=1), dim=1))
    loss /= 2
    optimizer.zero_grad()
    loss.backward()
    if it < freeze_iters:
        for name, p in model.named_parameters():
            if "prototypes" in name:
                p.grad = None
    optimizer.step()
print("loss", loss.item())
