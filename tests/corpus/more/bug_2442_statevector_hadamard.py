import torch

S = 2 ** -0.5


class Circuit:
    def __init__(self, n):
        self.n = n

    def initial(self, thetas):
        state = torch.ones(1)
        for t in thetas:
            state = torch.kron(state, torch.stack([torch.cos(t / 2), torch.sin(t / 2)]))
        return state

    def hadamard(self, state, wire):
        psi = state.view(2 ** wire, 2, -1)
        a, b = psi[:, 0], psi[:, 1]
        psi[:, 0] = S * (a + b)
        psi[:, 1] = S * (a - b)
        return state


torch.manual_seed(85)
thetas = torch.rand(3, requires_grad=True)
circ = Circuit(3)
state = circ.initial(thetas)
for wire in (0, 2):
    state = circ.hadamard(state, wire)
z0 = torch.tensor([1.0, 1.0, 1.0, 1.0, -1.0, -1.0, -1.0, -1.0])
loss = (z0 * state ** 2).sum()
loss.backward()
