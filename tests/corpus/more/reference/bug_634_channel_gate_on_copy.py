import torch


def gate_channels(seq, gate):
    by_channel = seq.transpose(1, 2)
    by_channel = by_channel.contiguous().mul(gate[:, None])
    return by_channel.transpose(1, 2)


def pooled_score(seq, head):
    return (seq.mean(dim=1) * head).sum()


torch.manual_seed(634)
x = torch.randn(2, 3, 4, requires_grad=True)
gate = torch.sigmoid(torch.randn(4))
head = torch.randn(4)
features = x * 2.0
gated = gate_channels(features, gate)
loss = pooled_score(gated, head).pow(2)
loss.backward()
