import torch

torch.manual_seed(522)
meta = torch.randn(2, requires_grad=True)
tasks = [(torch.randn(5, 2), torch.randn(5)) for _ in range(3)]


def task_loss(w, batch):
    x, y = batch
    return (x @ w - y).pow(2).mean()


fast = [meta.clone() for _ in tasks]
for i, batch in enumerate(tasks):
    with torch.no_grad():
        x, y = batch
        step = 0.3 * 2 * x.t() @ (x @ fast[i] - y) / len(y)
    fast[i] -= step

loss = torch.stack([task_loss(w, b) for w, b in zip(fast, tasks)]).mean()
loss.backward()
