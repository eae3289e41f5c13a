import torch
import torch.nn as nn


class HiddenMarkov(nn.Module):
    def __init__(self, n_states: int, n_symbols: int):
        super().__init__()
        self.trans = nn.Parameter(torch.randn(n_states, n_states))
        self.emit = nn.Parameter(torch.randn(n_states, n_symbols))

    def log_likelihood(self, obs: list) -> torch.Tensor:
        log_a = torch.log_softmax(self.trans, dim=1)
        log_b = torch.log_softmax(self.emit, dim=1)
        alpha = torch.zeros(len(obs), log_a.shape[0])
        alpha[0] = log_b[:, obs[0]]
        for t in range(1, len(obs)):
            alpha[t] = torch.logsumexp(alpha[t - 1][:, None] + log_a, dim=0) + log_b[:, obs[t]]
        return torch.logsumexp(alpha[-1], dim=0)


torch.manual_seed(658)
hmm = HiddenMarkov(3, 4)
loss = -hmm.log_likelihood([1, 3, 0, 2])
loss.backward()
