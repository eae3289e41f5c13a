import torch


class HMM(torch.nn.Module):
    def __init__(self, n_states, n_symbols):
        super().__init__()
        self.start = torch.nn.Parameter(torch.randn(n_states))
        self.trans = torch.nn.Parameter(torch.randn(n_states, n_states))
        self.emit = torch.nn.Parameter(torch.randn(n_states, n_symbols))

    @property
    def A(self):
        return torch.softmax(self.trans, dim=1)

    def log_likelihood(self, obs):
        B = torch.softmax(self.emit, dim=1)
        alpha = [torch.softmax(self.start, dim=0) * B[:, obs[0]]]
        for t in range(1, len(obs)):
            alpha.append((alpha[t - 1] @ self.A) * B[:, obs[t]])
        return alpha[-1].sum().log()


torch.manual_seed(33)
model = HMM(3, 4)
sequence = [0, 3, 1, 1, 2]
loss = -model.log_likelihood(sequence)
loss.backward()
