import torch

torch.manual_seed(2312)
T, S = 4, 3
emit = torch.randn(T, S, requires_grad=True)


def forward_score(emit):
    lattice = torch.full((T, S), -30.0)
    lattice[0, 0] = emit[0, 0]
    for t in range(1, T):
        lattice[t, 0] = lattice[t - 1, 0] + emit[t, 0]
        for s in range(1, S):
            step = torch.logaddexp(lattice[t - 1, s], lattice[t - 1, s - 1])
            lattice[t, s] = step + emit[t, s]
    return lattice[-1, -1]


loss = -forward_score(emit)
loss.backward()
