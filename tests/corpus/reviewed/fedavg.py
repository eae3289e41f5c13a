import copy, torch
server = torch.nn.Linear(3, 1)
w0 = server.weight.detach().clone()
for rnd in range(2):
    states = []
    for client in range(3):
        local = copy.deepcopy(server)
        opt = torch.optim.SGD(local.parameters(), lr=0.1)
        for _ in range(2):
            opt.zero_grad()
            local(torch.randn(4, 3)).pow(2).mean().backward()
            opt.step()
        states.append(local.state_dict())
    avg = {k: torch.stack([s[k] for s in states]).mean(0) for k in states[0]}
    server.load_state_dict(avg)
assert not torch.equal(w0, server.weight)
