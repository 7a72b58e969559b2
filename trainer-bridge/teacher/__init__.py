"""The teacher: a convolutional network that learns from frames (trainer-bridge/frame.h) what a
position is worth. PyTorch 1.13 and 2, on the processor or on CUDA."""
