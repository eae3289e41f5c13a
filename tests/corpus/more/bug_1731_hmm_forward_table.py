import torch


def forward_probabilities(pi, A, B, obs):
    alpha = torch.zeros(len(obs), len(pi))
    scale = []
    for t, o in enumerate(obs):
        if t == 0:
            row = pi * B[:, o]
        else:
            row = (alpha[t - 1] @ A) * B[:, o]
        scale.append(row.sum())
        alpha[t] = row / scale[-1]
    return alpha, torch.stack(scale)


torch.manual_seed(1731)
logits = {"start": torch.randn(2), "trans": torch.randn(2, 2), "emit": torch.randn(2, 3)}
for v in logits.values():
    v.requires_grad_()
obs = [0, 2, 1, 1, 0]
pi, A, B = (torch.softmax(logits[k], -1) for k in ("start", "trans", "emit"))
alpha, scale = forward_probabilities(pi, A, B, obs)
loss = -scale.log().sum()
loss.backward()
