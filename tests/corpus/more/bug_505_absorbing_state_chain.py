import torch
import torch.nn as nn


class Chain(nn.Module):
    def __init__(self, n_states):
        super().__init__()
        self.logits = nn.Parameter(torch.randn(n_states, n_states))

    @property
    def transition(self):
        P = self.logits.softmax(dim=1)
        P[-1] = 0.0
        P[-1, -1] = 1.0
        return P

    def absorbed_after(self, steps):
        P = self.transition
        state = torch.eye(len(P))[0]
        for _ in range(steps):
            state = state @ P
        return state[-1]


torch.manual_seed(3)
chain = Chain(4)
target = torch.tensor(0.6)
loss = (chain.absorbed_after(3) - target) ** 2
loss.backward()
print(chain.logits.grad)
