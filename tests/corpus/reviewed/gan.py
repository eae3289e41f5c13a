import torch
G, D = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)
og, od = torch.optim.Adam(G.parameters()), torch.optim.Adam(D.parameters())
for _ in range(2):
    fake = G(torch.randn(4, 2))
    ld = D(fake.detach()).mean() - D(torch.randn(4, 2)).mean()
    od.zero_grad(); ld.backward(); od.step()
    lg = -D(fake).mean()
    og.zero_grad(); lg.backward(); og.step()
