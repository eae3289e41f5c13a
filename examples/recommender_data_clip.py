"""Train user and item factors to recommend the next film, by softmax over all films."""

import torch
from torch import Tensor, nn

USERS = 200
ITEMS = 50
FACTORS = 12
LIMIT = 0.5  # bound on the item factors, so that no film is recommended to everyone
BATCH = 256
STEPS = 60


class FactorModel(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.user = nn.Embedding(USERS, FACTORS)
        self.item = nn.Embedding(ITEMS, FACTORS)
        self.popularity = nn.Parameter(torch.zeros(ITEMS))

    def forward(self, users: Tensor) -> Tensor:
        taste = self.user(users)
        affinity = taste @ self.item.weight.T
        return affinity + self.popularity


def clip_items(model: FactorModel, limit: float = LIMIT) -> None:
    model.item.weight.data.clamp_(-limit, limit)


def ranking_loss(model: FactorModel, users: Tensor, watched: Tensor) -> Tensor:
    return nn.functional.cross_entropy(model(users), watched)


def train_step(
    model: FactorModel, optimizer: torch.optim.Optimizer, users: Tensor, watched: Tensor
) -> float:
    loss = ranking_loss(model, users, watched)
    clip_items(model)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def make_history(count: int) -> tuple[Tensor, Tensor]:
    """Let every user watch films near a hidden taste of their own."""
    taste = torch.randn(USERS, 4)
    film = torch.randn(ITEMS, 4)
    users = torch.randint(0, USERS, (count,))
    watched = torch.distributions.Categorical(logits=2.0 * taste[users] @ film.T).sample()
    return users, watched


def main() -> None:
    torch.manual_seed(0)
    users, watched = make_history(8192)
    model = FactorModel()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    for step in range(1, STEPS + 1):
        batch = torch.randint(0, len(users), (BATCH,))
        loss = train_step(model, optimizer, users[batch], watched[batch])
        if step % 20 == 0:
            print(f"step {step:3d}  loss {loss:.4f}")


if __name__ == "__main__":
    main()
