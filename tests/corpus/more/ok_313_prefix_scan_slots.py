import torch


def prefix_sum(values):
    """Hillis-Steele scan, in place on a private copy."""
    out = values.clone()
    shift = 1
    while shift < out.shape[0]:
        out[shift:] += out[:-shift].clone()
        shift *= 2
    return out


torch.manual_seed(12)
increments = torch.randn(6, requires_grad=True)
path = prefix_sum(increments)
path += 0.5
barrier = torch.relu(path - 1.0)
loss = barrier.square().sum() + path[-1]
loss.backward()
print(path.tolist())
