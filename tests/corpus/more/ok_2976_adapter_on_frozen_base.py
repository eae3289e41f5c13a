import torch
import torch.nn as nn


class LoRALinear(nn.Linear):
    def __init__(self, n_in, n_out, rank=2, scale=0.5):
        super().__init__(n_in, n_out)
        self.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, n_in) * 0.3)
        self.up = nn.Parameter(torch.zeros(n_out, rank))
        self.scale = scale
        with torch.no_grad():
            self.up[:, 0].fill_(0.1)

    def forward(self, x):
        out = super().forward(x)
        out += self.scale * (x @ self.down.mT @ self.up.mT)
        return out


torch.manual_seed(1426)
layer = LoRALinear(4, 3)
trainable = {n for n, p in layer.named_parameters() if p.requires_grad}
opt = torch.optim.AdamW([layer.down, layer.up], lr=1e-3)
tokens, labels = torch.randn(5, 4), torch.tensor([0, 2, 1, 1, 0])
loss = nn.functional.cross_entropy(layer(tokens), labels)
loss.backward()
opt.step()
print(sorted(trainable), layer.weight.grad)
