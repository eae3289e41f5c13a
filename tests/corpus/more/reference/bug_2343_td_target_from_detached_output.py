import torch
import torch.nn as nn

torch.manual_seed(1143)
q = nn.Linear(4, 3)
q_target = nn.Linear(4, 3)
opt = torch.optim.RMSprop(q.parameters(), lr=1e-3)


def make_targets(pred, batch, gamma=0.95):
    target = pred.detach().clone()
    with torch.no_grad():
        best = q_target(batch["next"]).max(dim=1).values
    rows = torch.arange(len(pred))
    target[rows, batch["action"]] = batch["reward"] + gamma * best
    return target


batch = {
    "obs": torch.randn(5, 4),
    "next": torch.randn(5, 4),
    "action": torch.tensor([0, 2, 1, 1, 0]),
    "reward": torch.randn(5),
}
pred = q(batch["obs"])
loss = nn.functional.mse_loss(pred, make_targets(pred, batch))
opt.zero_grad()
loss.backward()
opt.step()
