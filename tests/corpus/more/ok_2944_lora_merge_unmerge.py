import math
import torch
import torch.nn as nn
import torch.nn.functional as F


class LoRALinear(nn.Linear):
    def __init__(self, in_features, out_features, r=2, lora_alpha=4):
        super().__init__(in_features, out_features)
        self.r, self.scaling, self.merged = r, lora_alpha / r, False
        self.lora_A = nn.Parameter(self.weight.new_zeros((r, in_features)))
        self.lora_B = nn.Parameter(self.weight.new_zeros((out_features, r)))
        self.weight.requires_grad = False
        nn.init.kaiming_uniform_(self.lora_A, a=math.sqrt(5))

    def train(self, mode=True):
        super().train(mode)
        if mode and self.merged:
            self.weight.data -= (self.lora_B @ self.lora_A) * self.scaling
            self.merged = False
        elif not mode and not self.merged:
            self.weight.data += (self.lora_B @ self.lora_A) * self.scaling
            self.merged = True
        return self

    def forward(self, x):
        result = F.linear(x, self.weight, bias=self.bias)
        if not self.merged:
            result += (x @ self.lora_A.T @ self.lora_B.T) * self.scaling
        return result


class Attention(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.q, self.k, self.v, self.o = LoRALinear(dim, dim), nn.Linear(dim, dim), LoRALinear(dim, dim), nn.Linear(dim, dim)

    def forward(self, x):
        att = F.softmax(self.q(x) @ self.k(x).transpose(-2, -1) / x.size(-1) ** 0.5, dim=-1)
        return self.o(att @ self.v(x))


def mark_only_lora_as_trainable(model):
    for n, p in model.named_parameters():
        if "lora_" not in n:
            p.requires_grad = False


torch.manual_seed(141)
model = Attention()
mark_only_lora_as_trainable(model)
opt = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=5e-2)
x, y = torch.randn(3, 5, 4), torch.randn(3, 5, 4)
val = []
for epoch in range(4):
    model.train()
    loss = F.mse_loss(model(x), y)
    opt.zero_grad()
    loss.backward()
    opt.step()
    model.eval()
    with torch.no_grad():
        val.append(F.mse_loss(model(x), y).item())
print("trainable", sum(p.numel() for p in model.parameters() if p.requires_grad), "val", val[-1])
