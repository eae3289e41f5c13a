import torch

q = torch.tensor([[1.0, 0.0], [0.6, 0.8]], requires_grad=True)
p = torch.tensor([[1.0, 0.0], [0.0, 1.0]])


def slerp(a, b, t):
    dot = (a * b).sum(dim=-1, keepdim=True).clamp(-1, 1)
    omega = torch.acos(dot)
    wa = torch.sin((1 - t) * omega) / torch.sin(omega)
    wb = torch.sin(t * omega) / torch.sin(omega)
    mixed = torch.where(dot > 0.999, (1 - t) * a + t * b, wa * a + wb * b)
    return mixed


loss = slerp(q, p, 0.25)[:, 0].sum()
loss.backward()
print("grad", q.grad)
