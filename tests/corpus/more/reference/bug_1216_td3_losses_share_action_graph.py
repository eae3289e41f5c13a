import torch
import torch.nn as nn


class TD3Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
        self.qvalue = nn.Linear(4, 1)

    def q(self, obs, action):
        return self.qvalue(torch.cat([obs, action], dim=1))

    def forward(self, batch):
        q_pi = self.q(batch["obs"], torch.tanh(self.actor(batch["obs"])))
        target = batch["reward"] + 0.9 * q_pi.detach()
        error = self.q(batch["obs"], batch["action"]) - target
        return {"loss_actor": -q_pi.mean(), "loss_qvalue": error.pow(2).mean()}


torch.manual_seed(1216)
loss_fn = TD3Loss()
batch = {"obs": torch.randn(5, 3), "action": torch.randn(5, 1), "reward": torch.randn(5, 1)}
losses = loss_fn(batch)
for name in ("loss_actor", "loss_qvalue"):
    losses[name].backward()
    print(name, losses[name].item())
