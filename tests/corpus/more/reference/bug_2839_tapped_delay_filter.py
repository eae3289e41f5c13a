import torch

torch.manual_seed(2313)
taps = torch.tensor([0.5, 0.3, -0.2, 0.1], requires_grad=True)
audio = torch.randn(2, 6)
clean = torch.randn(2, 6)


def equalise(signal, taps):
    line = torch.zeros(signal.shape[0], len(taps))
    out = []
    for n in range(signal.shape[1]):
        line = torch.cat([signal[:, n:n + 1], line[:, :-1]], dim=1)
        out.append((line * taps).sum(dim=1))
    return torch.stack(out, dim=1)


loss = (equalise(audio, taps) - clean).square().mean()
loss.backward()
