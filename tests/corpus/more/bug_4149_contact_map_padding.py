import torch
from torch import Tensor, nn


def blank(values: Tensor, mask: Tensor, fill: float = 0.0) -> Tensor:
    return values.masked_fill_(mask, fill)


class PairScore(nn.Module):
    def __init__(self, scorer: nn.Linear):
        super().__init__()
        self.scorer = scorer

    def forward(self, nodes: Tensor, padded: Tensor) -> Tensor:
        pair = nodes[:, None] * nodes[None]
        energy = torch.exp(self.scorer(pair).squeeze(-1))
        energy = blank(energy, mask=padded[:, None] | padded[None])
        return energy / energy.sum()


torch.manual_seed(349)
scorer = nn.Linear(3, 1)
model = PairScore(scorer)
contact = model(torch.randn(4, 3), padded=torch.tensor([False, False, True, False]))
loss = -(contact + 1e-6).log().mean()
loss.backward()
