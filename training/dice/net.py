"""The network: one table of layers, used for training, folding and writing.

Input: one grey plane, mean 0 and standard deviation 1, scaled so that a die's bounding box is DIE_PX wide.
Output, at a quarter of the input's side: six faces, "no legal face" (all as logits) and log2(size / DIE_PX).
"""
import torch
from torch import nn

DIE_PX = 30
STRIDE = 4
FACES = {
    "pips": ["1", "2", "3", "4", "5", "6"],
    "symbols": ["crown", "anchor", "heart", "diamond", "club", "spade"],
}
POOL = "pool"
# (channels out, side of the kernel, dilation); the last convolution of each network is 1x1 to its outputs.
LAYERS = [(12, 3, 1), POOL, (24, 3, 1), (32, 3, 1), POOL, (64, 3, 1), (64, 3, 2), (64, 3, 2), (64, 3, 1)]


def outputs_of(face_set):
    return FACES[face_set] + ["none", "size"]


class ConvBlock(nn.Module):
    def __init__(self, inputs, outputs, kernel, dilation):
        super().__init__()
        self.dilation = dilation
        self.conv = nn.Conv2d(inputs, outputs, kernel, padding=dilation * (kernel // 2), dilation=dilation, bias=False)
        self.norm = nn.BatchNorm2d(outputs, momentum=0.03)

    def forward(self, x):
        return torch.relu_(self.norm(self.conv(x)))

    def folded(self):
        """Weights and bias of the convolution with the batch norm folded in."""
        scale = self.norm.weight / torch.sqrt(self.norm.running_var + self.norm.eps)
        return self.conv.weight * scale[:, None, None, None], self.norm.bias - self.norm.running_mean * scale


class FaceNet(nn.Module):
    def __init__(self, face_set):
        super().__init__()
        self.face_set = face_set
        blocks, channels = [], 1
        for layer in LAYERS:
            if layer == POOL:
                blocks.append(nn.MaxPool2d(2))
                continue
            blocks.append(ConvBlock(channels, *layer))
            channels = layer[0]
        self.body = nn.Sequential(*blocks)
        self.head = nn.Conv2d(channels, len(outputs_of(face_set)), 1)
        with torch.no_grad():
            # Nearly every cell holds no die: start from that, or the first steps are wasted on learning it.
            self.head.bias[:-1] = -4.0
            self.head.bias[-1] = 0.0

    def forward(self, x):
        return self.head(self.body(x))


def layers_of(model):
    """The layers as they run: (description, weights, bias), pools with None. The batch norm is folded."""
    out = []
    for block in model.body:
        if isinstance(block, nn.MaxPool2d):
            out.append(({"op": "pool"}, None, None))
            continue
        conv = block.conv
        weight, bias = block.folded()
        out.append(({"op": "conv", "in": conv.in_channels, "out": conv.out_channels, "k": conv.kernel_size[0],
                     "dilation": block.dilation, "relu": True}, weight, bias))
    head = model.head
    out.append(({"op": "conv", "in": head.in_channels, "out": head.out_channels, "k": 1, "dilation": 1,
                 "relu": False}, head.weight, head.bias))
    return out


def run_layers(layers, x):
    """Runs folded layers: what the product computes, used to write the probe's expected outputs."""
    for layer, weight, bias in layers:
        if layer["op"] == "pool":
            x = nn.functional.max_pool2d(x, 2)
            continue
        pad = layer["dilation"] * (layer["k"] // 2)
        x = nn.functional.conv2d(x, weight, bias, padding=pad, dilation=layer["dilation"])
        if layer["relu"]:
            x = torch.relu(x)
    return x
