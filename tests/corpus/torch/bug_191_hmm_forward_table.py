import torch
import torch.nn.functional as F

torch.manual_seed(321)
N_STATES, N_SYMBOLS = 3, 4
trans_logits = torch.randn(N_STATES, N_STATES, requires_grad=True)
emit_logits = torch.randn(N_STATES, N_SYMBOLS, requires_grad=True)
start = torch.full((N_STATES,), 1.0 / N_STATES)


def forward_algorithm(symbols):
    A = F.softmax(trans_logits, dim=1)
    E = F.softmax(emit_logits, dim=1)
    table = torch.zeros(len(symbols), N_STATES)
    table[0] = start * E[:, symbols[0]]
    for t in range(1, len(symbols)):
        table[t] = (table[t - 1] @ A) * E[:, symbols[t]]
    return table


sequences = [[0, 2, 1, 3], [1, 1, 0, 2]]
loss = -sum(forward_algorithm(s)[-1].sum().log() for s in sequences)
loss.backward()
print(f"nll {loss.item():.3f}")
