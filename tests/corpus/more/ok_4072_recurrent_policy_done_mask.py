import torch
import torch.nn as nn
import torch.nn.functional as F


class RecurrentPolicy(nn.Module):
    def __init__(self, obs, hidden, n_env):
        super().__init__()
        self.enc = nn.Linear(obs, hidden)
        self.core = nn.LSTMCell(hidden, hidden)
        self.head = nn.Linear(hidden, 2)
        self.register_buffer("h", torch.zeros(n_env, hidden))
        self.register_buffer("c", torch.zeros(n_env, hidden))

    def state_for_update(self):
        return self.h.clone(), self.c.clone()

    @torch.no_grad()
    def store(self, state):
        self.h.copy_(state[0])
        self.c.copy_(state[1])

    @torch.no_grad()
    def reset(self, done):
        self.h[done] = 0.0
        self.c[done] = 0.0

    def unroll(self, obs, alive, state):
        h, c = state
        outputs = []
        for x, m in zip(obs, alive):
            m = m.unsqueeze(1)
            h, c = self.core(F.relu(self.enc(x)), (h * m, c * m))
            outputs.append(self.head(h))
        return torch.stack(outputs), (h, c)


def synthetic_rollout(steps, n_env):
    obs = torch.randn(steps, n_env, 3)
    alive = (torch.rand(steps, n_env) > 0.2).float()
    memory = obs[..., 0].cumsum(0) * alive
    return obs, alive, (memory > 0).long()


def main():
    torch.manual_seed(127)
    policy = RecurrentPolicy(obs=3, hidden=3, n_env=2)
    opt = torch.optim.Adam(policy.parameters(), lr=0.02)
    metrics = []
    for update in range(4):
        obs, alive, label = synthetic_rollout(5, 2)
        state = policy.state_for_update()
        logits, last = policy.unroll(obs, alive, state)
        loss = F.cross_entropy(logits.flatten(0, 1), label.flatten())
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        policy.store(last)
        policy.reset(alive[-1] == 0)
        acc = (logits.argmax(-1) == label).float().mean().item()
        metrics.append({"loss": loss.item(), "acc": acc, "h": policy.h.abs().mean().item()})
    return policy, metrics


if __name__ == "__main__":
    policy, metrics = main()
    for i, m in enumerate(metrics):
        print(i, {k: round(v, 4) for k, v in m.items()})
