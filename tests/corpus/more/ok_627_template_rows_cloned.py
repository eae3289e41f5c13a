import torch

torch.manual_seed(1627)
template = torch.randn(3, requires_grad=True)
shifts = torch.tensor([[0, 0.5], [2, -1.0], [1, 0.25]])


def variants(template, shifts):
    rows = template.expand(len(shifts), -1).clone()
    for i, (column, amount) in enumerate(shifts.tolist()):
        rows[i, int(column)] += amount
    return rows


rows = variants(template, shifts)
loss = torch.logsumexp(rows, dim=1).sum() + rows.pow(2).mean()
loss.backward()
print(rows.shape)
