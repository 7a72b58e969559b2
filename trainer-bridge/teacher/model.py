"""The network: residual convolutions over the planes, then the scalars, then one value."""

import torch
from torch import nn

from frame_format import PLANES

HIDDEN = 128


class Block(nn.Module):
    """Two convolutions, added to the input."""

    def __init__(self, channels):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return torch.relu(x + self.layers(x))


class Teacher(nn.Module):
    """The value of positions to the player who just moved, -1 to 1."""

    def __init__(self, channels, blocks, scalars):
        super().__init__()
        self.shape = {"channels": channels, "blocks": blocks, "scalars": scalars}
        self.board = nn.Sequential(
            nn.Conv2d(PLANES, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True), *(Block(channels) for _ in range(blocks)))
        self.head = nn.Sequential(
            nn.Linear(channels + scalars, HIDDEN), nn.ReLU(inplace=True), nn.Linear(HIDDEN, 1))

    def forward(self, planes, scalars):
        pooled = self.board(planes).mean(dim=(2, 3))
        return torch.tanh(self.head(torch.cat([pooled, scalars], dim=1))).squeeze(1)
