/**
 * Layers of a small convolutional network, f32x4. A tensor is planes one after the other; a plane has `rows` rows of
 * `stride` floats, the picture begins at row 2, column 4, and everything around it is zero: that is the "same" padding.
 * No relaxed SIMD: multiplications and additions come in the order written here, so results are the same bits everywhere.
 */
const TOP: i32 = 2;
const LEFT: i32 = 4;

function relu4(value: v128, on: bool): v128 {
  return on ? f32x4.max(value, f32x4.splat(0)) : value;
}

/** Eight pixels of four output planes. `weights`: [in][tap][4 outputs]. `from`: the first input plane at the first tap. */
function block(
  from: usize,
  planes: i32,
  plane: usize,
  side: i32,
  step: usize,
  row: usize,
  weights: usize,
  bias: usize,
  to: usize,
  on: bool,
): void {
  let a0 = v128.load32_splat(bias);
  let b0 = v128.load32_splat(bias, 4);
  let c0 = v128.load32_splat(bias, 8);
  let d0 = v128.load32_splat(bias, 12);
  let a1 = a0;
  let b1 = b0;
  let c1 = c0;
  let d1 = d0;
  for (let p = 0; p < planes; p++) {
    let line = from;
    for (let ky = 0; ky < side; ky++) {
      let at = line;
      for (let kx = 0; kx < side; kx++) {
        const left = v128.load(at);
        const right = v128.load(at, 16);
        const wa = v128.load32_splat(weights);
        a0 = f32x4.add(a0, f32x4.mul(left, wa));
        a1 = f32x4.add(a1, f32x4.mul(right, wa));
        const wb = v128.load32_splat(weights, 4);
        b0 = f32x4.add(b0, f32x4.mul(left, wb));
        b1 = f32x4.add(b1, f32x4.mul(right, wb));
        const wc = v128.load32_splat(weights, 8);
        c0 = f32x4.add(c0, f32x4.mul(left, wc));
        c1 = f32x4.add(c1, f32x4.mul(right, wc));
        const wd = v128.load32_splat(weights, 12);
        d0 = f32x4.add(d0, f32x4.mul(left, wd));
        d1 = f32x4.add(d1, f32x4.mul(right, wd));
        weights += 16;
        at += step;
      }
      line += row;
    }
    from += plane;
  }
  v128.store(to, relu4(a0, on));
  v128.store(to, relu4(a1, on), 16);
  to += plane;
  v128.store(to, relu4(b0, on));
  v128.store(to, relu4(b1, on), 16);
  to += plane;
  v128.store(to, relu4(c0, on));
  v128.store(to, relu4(c1, on), 16);
  to += plane;
  v128.store(to, relu4(d0, on));
  v128.store(to, relu4(d1, on), 16);
}

/**
 * Convolution of `side` 1 or 3 with dilation 1 or 2. `outs` is a multiple of 4, `weights` [outs/4][ins][taps][4],
 * `bias` [outs]. Input and output have the same width, height, stride and rows; the output is cleared first. Worked out are
 * rows `top` to before `bottom`, columns `left` to before `right` and up to seven more.
 */
export function convolve(
  input: usize,
  ins: i32,
  output: usize,
  outs: i32,
  width: i32,
  height: i32,
  stride: i32,
  rows: i32,
  weights: usize,
  bias: usize,
  side: i32,
  dilation: i32,
  relu: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  const row = <usize>stride * 4;
  const plane = <usize>rows * row;
  memory.fill(output, 0, <usize>outs * plane);
  const step = <usize>dilation * 4;
  const step2 = <usize>dilation * row;
  const reach = side == 3 ? dilation : 0;
  const tail = ((width + 7) & ~7) - width;
  // No block reaches into the next row.
  const last = width + tail - 8;
  for (let o = 0; o < outs; o += 4) {
    const packed = weights + <usize>(o * ins * side * side) * 4;
    const to = output + <usize>o * plane;
    for (let y = top; y < bottom; y++) {
      const from = input + <usize>(y + TOP - reach) * row + <usize>(LEFT - reach) * 4;
      const line = to + <usize>(y + TOP) * row + LEFT * 4;
      for (let x = left; x < right; x += 8) {
        const at = <usize>min(x, last) * 4;
        block(from + at, ins, plane, side, step, step2, packed, bias + <usize>o * 4, line + at, relu != 0);
      }
      for (let p = 0; p < 4; p++) memory.fill(line + <usize>p * plane + <usize>width * 4, 0, <usize>tail * 4);
    }
  }
}

/** The largest of each 2x2 square; an odd last row or column is dropped. The output has its own stride and rows. */
export function maxPool(
  input: usize,
  planes: i32,
  width: i32,
  height: i32,
  stride: i32,
  rows: i32,
  output: usize,
  stride2: i32,
  rows2: i32,
): void {
  const half = width >> 1;
  memory.fill(output, 0, <usize>(planes * stride2 * rows2) * 4);
  for (let p = 0; p < planes; p++)
    for (let y = 0; y < height >> 1; y++) {
      let a = input + <usize>((p * rows + 2 * y + TOP) * stride + LEFT) * 4;
      let to = output + <usize>((p * rows2 + y + TOP) * stride2 + LEFT) * 4;
      const b = <usize>stride * 4;
      for (let x = 0; x < half; x++) {
        const upper = max<f32>(load<f32>(a), load<f32>(a, 4));
        const lower = max<f32>(load<f32>(a + b), load<f32>(a + b, 4));
        store<f32>(to, max<f32>(upper, lower));
        a += 8;
        to += 4;
      }
    }
}
