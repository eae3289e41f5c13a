import torch

torch.manual_seed(520)
D, H = 2, 3
w_x = torch.randn(D, 4 * H).mul(0.4).requires_grad_()
w_h = torch.randn(H, 4 * H).mul(0.4).requires_grad_()


def lstm_step(x, state):
    h, c = state
    i, f, o, g = (x @ w_x + h @ w_h).chunk(4, dim=1)
    for gate in (i, f, o):
        gate.sigmoid_()
    c = f * c + i * torch.tanh(g)
    return o * torch.tanh(c), c


xs = torch.randn(3, 2, D)
state = torch.zeros(2, H), torch.zeros(2, H)
for x in xs:
    state = lstm_step(x, state)
loss = state[0].pow(2).sum()
loss.backward()
