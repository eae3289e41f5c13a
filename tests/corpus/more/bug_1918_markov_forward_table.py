import torch
import torch.nn as nn


class HiddenMarkov(nn.Module):
    def __init__(self, n_states: int, n_symbols: int):
        super().__init__()
        self.start = nn.Parameter(torch.randn(n_states))
        self.trans = nn.Parameter(torch.randn(n_states, n_states))
        self.emit = nn.Parameter(torch.randn(n_states, n_symbols))

    def log_likelihood(self, obs: list) -> torch.Tensor:
        A = torch.softmax(self.trans, dim=1)
        B = torch.softmax(self.emit, dim=1)
        alpha = torch.zeros(len(obs), self.start.numel())
        alpha[0] = torch.softmax(self.start, dim=0) * B[:, obs[0]]
        for t in range(1, len(obs)):
            alpha[t] = (alpha[t - 1] @ A) * B[:, obs[t]]
        return alpha[-1].sum().log()


torch.manual_seed(991)
hmm = HiddenMarkov(3, 4)
loss = -hmm.log_likelihood([0, 3, 1, 2])
loss.backward()
