import torch

torch.manual_seed(312)
ligand = torch.randn(3, 3, requires_grad=True)
pocket = torch.randn(5, 3) * 2
charge = torch.tensor([0.4, -0.2, 0.3, -0.5, 0.1])

dist = torch.cdist(ligand, pocket)
dist += 0.2
coulomb = (charge / dist).sum()
clash = torch.relu(1.0 - dist).pow(2).sum()
loss = coulomb + 4.0 * clash
loss.backward()
print("energy", loss.item())
