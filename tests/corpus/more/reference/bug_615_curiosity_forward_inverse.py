import torch
import torch.nn as nn

torch.manual_seed(615)
encoder = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
forward_model = nn.Linear(3, 2)
inverse_model = nn.Linear(4, 2)
fwd_opt = torch.optim.SGD([*encoder.parameters(), *forward_model.parameters()], lr=0.1)
inv_opt = torch.optim.SGD(inverse_model.parameters(), lr=0.1)

state, next_state = torch.randn(5, 3), torch.randn(5, 3)
action = torch.randint(0, 2, (5,))

phi, next_phi = encoder(state), encoder(next_state)
guess = forward_model(torch.cat([phi, action[:, None].float()], dim=1))
forward_loss = (guess - next_phi).pow(2).mean()
inverse_loss = nn.functional.cross_entropy(inverse_model(torch.cat([phi, next_phi], dim=1)), action)

fwd_opt.zero_grad()
inv_opt.zero_grad()
forward_loss.backward(retain_graph=True)
inverse_loss.backward()
fwd_opt.step()
inv_opt.step()
