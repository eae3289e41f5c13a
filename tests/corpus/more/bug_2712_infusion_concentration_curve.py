import torch


class OneCompartment:
    def __init__(self, dt=0.5):
        self.log_k = torch.tensor([-0.7, -0.2], requires_grad=True)
        self.dt = dt

    def simulate(self, doses):
        conc = torch.zeros(len(doses) + 1, 2)
        for t, dose in enumerate(doses):
            lost = conc[t] * self.log_k.exp()
            conc[t + 1] = conc[t] + self.dt * (dose - lost)
        return conc[1:]


torch.manual_seed(2712)
patient = OneCompartment()
doses = torch.tensor([2.0, 0.0, 1.0, 0.0])
measured = torch.rand(4, 2)
curve = patient.simulate(doses)
loss = (curve - measured).pow(2).mean()
loss.backward()
