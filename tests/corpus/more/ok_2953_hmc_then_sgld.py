import torch


class Sampler:
    def __init__(self, dim, log_prob):
        self.q = torch.zeros(dim, requires_grad=True)
        self.log_prob = log_prob
        self.energy = None
        self.accepted = 0

    def grad_u(self, q):
        if q.grad is not None:
            q.grad.zero_()
        u = -self.log_prob(q)
        u.backward()
        self.energy = u.detach()
        return q.grad

    def leapfrog(self, q, p, eps, steps):
        p = p - 0.5 * eps * self.grad_u(q)
        for i in range(steps):
            with torch.no_grad():
                q += eps * p
            g = self.grad_u(q)
            p -= (eps if i < steps - 1 else 0.5 * eps) * g
        return q, p

    def hmc_step(self, eps=0.1, steps=4):
        p0 = torch.randn_like(self.q)
        with torch.no_grad():
            h0 = -self.log_prob(self.q) + 0.5 * p0.pow(2).sum()
        proposal = self.q.detach().clone().requires_grad_(True)
        proposal, p1 = self.leapfrog(proposal, p0.clone(), eps, steps)
        h1 = self.energy + 0.5 * p1.pow(2).sum()
        if torch.rand(()) < torch.exp(h0 - h1):
            self.q = proposal.detach().requires_grad_(True)
            self.accepted += 1
        return self.q.detach().clone()

    def sgld_step(self, lr=1e-2):
        g = self.grad_u(self.q)
        with torch.no_grad():
            self.q.add_(g, alpha=-0.5 * lr)
            self.q.add_(torch.randn_like(self.q), alpha=lr ** 0.5)
        return self.q.detach().clone()


torch.manual_seed(231)
X = torch.randn(15, 3)
y = (X @ torch.tensor([1.0, -1.0, 0.5]) > 0).float()


def log_posterior(w):
    logits = X @ w
    return (y * logits - torch.nn.functional.softplus(logits)).sum() - 0.5 * w.pow(2).sum()


sampler = Sampler(3, log_posterior)
chain = [sampler.hmc_step() for _ in range(4)]
chain += [sampler.sgld_step() for _ in range(3)]
samples = torch.stack(chain)
samples -= samples.mean(0)
cov = samples.T @ samples / (len(samples) - 1)
print("accepted", sampler.accepted, "trace", cov.trace().item())
