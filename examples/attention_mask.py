"""Train a one-layer attention encoder to name the largest token of a padded sequence."""

import torch
from torch import Tensor, nn

STEPS = 60
BATCH = 64
LENGTH = 10
TOKENS = 16  # 0 is padding


class SelfAttention(nn.Module):
    def __init__(self, dim: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.scale = (dim // heads) ** -0.5
        self.to_qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        batch, length, dim = x.shape
        qkv = self.to_qkv(x).view(batch, length, 3, self.heads, dim // self.heads)
        query, key, value = qkv.permute(2, 0, 3, 1, 4)

        scores = query @ key.transpose(-2, -1) * self.scale
        weights = scores.softmax(dim=-1)
        weights[padding[:, None, None, :].expand_as(weights)] = 0.0

        mixed = (weights @ value).transpose(1, 2).reshape(batch, length, dim)
        return self.out(mixed)


class Encoder(nn.Module):
    def __init__(self, dim: int = 32, heads: int = 4) -> None:
        super().__init__()
        self.embed = nn.Embedding(TOKENS, dim, padding_idx=0)
        self.norm = nn.LayerNorm(dim)
        self.attention = SelfAttention(dim, heads)
        self.feed = nn.Sequential(nn.LayerNorm(dim), nn.Linear(dim, 64), nn.GELU())
        self.classify = nn.Linear(64, TOKENS)

    def forward(self, tokens: Tensor) -> Tensor:
        padding = tokens == 0
        x = self.embed(tokens)
        x = x + self.attention(self.norm(x), padding)
        hidden = self.feed(x).masked_fill(padding[..., None], 0.0)
        return self.classify(hidden.sum(dim=1) / (~padding).sum(dim=1, keepdim=True))


def make_batch() -> tuple[Tensor, Tensor]:
    tokens = torch.randint(1, TOKENS, (BATCH, LENGTH))
    lengths = torch.randint(3, LENGTH + 1, (BATCH, 1))
    tokens = tokens * (torch.arange(LENGTH) < lengths)
    return tokens, tokens.max(dim=1).values


def main() -> None:
    torch.manual_seed(0)
    model = Encoder()
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    for step in range(1, STEPS + 1):
        tokens, largest = make_batch()
        loss = nn.functional.cross_entropy(model(tokens), largest)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 20 == 0:
            print(f"step {step:3d}  loss {loss.item():.4f}")


if __name__ == "__main__":
    main()
