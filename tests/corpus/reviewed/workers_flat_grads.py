import copy, torch
from torch.nn.utils import parameters_to_vector, vector_to_parameters
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
worker = copy.deepcopy(net)
wopt = torch.optim.SGD(worker.parameters(), lr=0.1)
for _ in range(2):
    worker.load_state_dict(net.state_dict())
    wopt.zero_grad()
    worker(torch.randn(4, 3)).pow(2).mean().backward()
    wopt.step()
    vector_to_parameters(parameters_to_vector(worker.parameters()).detach(), net.parameters())
