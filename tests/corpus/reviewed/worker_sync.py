import copy, torch
from torch.nn.utils import parameters_to_vector, vector_to_parameters
net = torch.nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
def closure():
    opt.zero_grad()
    loss = net(torch.randn(2, 3)).pow(2).mean()
    loss.backward()
    return loss
probe = copy.deepcopy(net)
probe(torch.randn(2, 3)).sum().backward()
opt.step(closure)
