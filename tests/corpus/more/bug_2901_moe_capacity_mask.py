import torch
import torch.nn as nn

N_EXPERTS, TOP_K = 4, 2


def dispatch(probs, k=TOP_K):
    kept = probs.topk(k, dim=-1).indices
    mask = torch.zeros_like(probs).scatter_(-1, kept, 1.0)
    probs *= mask
    probs /= probs.sum(dim=-1, keepdim=True)
    return probs, kept


class Router(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.gate = nn.Linear(dim, N_EXPERTS, bias=False)

    def forward(self, tokens):
        probs = torch.softmax(self.gate(tokens), dim=-1)
        return dispatch(probs)


torch.manual_seed(1301)
router = Router(3)
experts = nn.ModuleList(nn.Linear(3, 2) for _ in range(N_EXPERTS))
tokens = torch.randn(5, 3)

weights, kept = router(tokens)
mixed = sum(weights[:, i : i + 1] * expert(tokens) for i, expert in enumerate(experts))
loss = mixed.pow(2).mean()
loss.backward()
print("used experts", kept.unique().tolist())
