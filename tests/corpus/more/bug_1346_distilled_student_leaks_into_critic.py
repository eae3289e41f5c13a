import torch
import torch.nn as nn

torch.manual_seed(1346)
student, critic = nn.Linear(2, 3), nn.Linear(3, 1)
opt_student = torch.optim.SGD(student.parameters(), lr=0.1)
opt_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
noise, real = torch.randn(4, 2), torch.randn(4, 3)

student_loss = -critic(student(noise)).pow(2).mean()
student_loss.backward()
opt_student.step()
opt_student.zero_grad()

fake = student(noise).detach()
critic_loss = torch.relu(1 - critic(real)).mean() + torch.relu(1 + critic(fake)).mean()
critic_loss.backward()
opt_critic.step()
