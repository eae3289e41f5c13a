import torch


def forward_filter(prior, transition, likelihoods):
    belief = prior
    for lik in likelihoods:
        belief = (belief @ transition) * lik
        yield belief
        belief = belief / belief.sum()


def entropy(p):
    return -(p * p.log()).sum()


torch.manual_seed(21)
trans_logits = torch.randn(3, 3, requires_grad=True)
prior = torch.tensor([0.5, 0.3, 0.2])
likelihoods = torch.rand(4, 3) + 0.1

transition = trans_logits.softmax(dim=1)
loss = torch.zeros(())
for belief in forward_filter(prior, transition, likelihoods):
    loss = loss + entropy(belief)
loss.backward()
print("loss", loss.item())
