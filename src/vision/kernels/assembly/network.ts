/**
 * Layers of a small convolutional network in whole numbers: values and weights of 16 bits, sums of 32, so that a sum is the same in
 * whatever order it is taken. A tensor is pixels row after row, each with its channels side by side; two pixels of zeros lie about
 * the picture: that is the "same" padding. No relaxed SIMD: results are the same bits everywhere.
 */
const MARGIN: i32 = 2;
/** The largest value of a tensor; weights are scaled so that no sum of products with it overflows. */
const LARGEST: i16 = 8191;

/** Four pixels of eight output channels. `from`: the first pixel at the first tap. `weights`: [tap][two channels in][8 outputs][2]. */
function block(
  from: usize,
  pixel: usize,
  fours: i32,
  down: i32,
  across: i32,
  step: usize,
  line: usize,
  weights: usize,
  bias: usize,
  scale: usize,
  to: usize,
  next: usize,
  last: bool,
): void {
  let a0 = v128.load(bias);
  let b0 = v128.load(bias, 16);
  let a1 = a0;
  let b1 = b0;
  let a2 = a0;
  let b2 = b0;
  let a3 = a0;
  let b3 = b0;
  for (let y = 0; y < down; y++) {
    let tap = from;
    for (let x = 0; x < across; x++) {
      let p0 = tap;
      let p1 = p0 + pixel;
      let p2 = p1 + pixel;
      let p3 = p2 + pixel;
      for (let c = 0; c < fours; c++) {
        const wa = v128.load(weights);
        const wb = v128.load(weights, 16);
        let both = v128.load32_splat(p0);
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(both, wa));
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(both, wb));
        both = v128.load32_splat(p1);
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(both, wa));
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(both, wb));
        both = v128.load32_splat(p2);
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(both, wa));
        b2 = i32x4.add(b2, i32x4.dot_i16x8_s(both, wb));
        both = v128.load32_splat(p3);
        a3 = i32x4.add(a3, i32x4.dot_i16x8_s(both, wa));
        b3 = i32x4.add(b3, i32x4.dot_i16x8_s(both, wb));
        const wc = v128.load(weights, 32);
        const wd = v128.load(weights, 48);
        both = v128.load32_splat(p0, 4);
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(both, wc));
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(both, wd));
        both = v128.load32_splat(p1, 4);
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(both, wc));
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(both, wd));
        both = v128.load32_splat(p2, 4);
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(both, wc));
        b2 = i32x4.add(b2, i32x4.dot_i16x8_s(both, wd));
        both = v128.load32_splat(p3, 4);
        a3 = i32x4.add(a3, i32x4.dot_i16x8_s(both, wc));
        b3 = i32x4.add(b3, i32x4.dot_i16x8_s(both, wd));
        weights += 64;
        p0 += 8;
        p1 += 8;
        p2 += 8;
        p3 += 8;
      }
      tap += step;
    }
    from += line;
  }
  put(to, a0, b0, scale, last);
  put(to + next, a1, b1, scale, last);
  put(to + 2 * next, a2, b2, scale, last);
  put(to + 3 * next, a3, b3, scale, last);
}

/** Writes eight sums: scaled and rounded to values of 0 to LARGEST; those of the last layer as floats. */
function put(to: usize, a: v128, b: v128, scale: usize, last: bool): void {
  const left = f32x4.mul(f32x4.convert_i32x4_s(a), v128.load(scale));
  const right = f32x4.mul(f32x4.convert_i32x4_s(b), v128.load(scale, 16));
  if (last) {
    v128.store(to, left);
    v128.store(to, right, 16);
    return;
  }
  const values = i16x8.narrow_i32x4_s(
    i32x4.trunc_sat_f32x4_s(f32x4.nearest(left)),
    i32x4.trunc_sat_f32x4_s(f32x4.nearest(right)),
  );
  v128.store(to, i16x8.min_s(i16x8.max_s(values, i16x8.splat(0)), i16x8.splat(LARGEST)));
}

/**
 * Convolution of `down` by `across` taps, each 1 or 3, with dilation 1 or 2. `fours`: input channels by fours; `channels`: those of a
 * pixel in the memory, in and out. `outs` is a multiple of 8; `weights` [outs/8][taps][2 of the channels in][8][2], `bias` and `scale` [outs].
 * Worked out are rows `top` to before `bottom`, columns `left` to before `right` and up to three more; the width is at least 4.
 * The output is cleared first. `last`: the output is floats.
 */
export function convolve(
  input: usize,
  channels: i32,
  fours: i32,
  output: usize,
  outs: i32,
  width: i32,
  height: i32,
  weights: usize,
  bias: usize,
  scale: usize,
  down: i32,
  across: i32,
  dilation: i32,
  last: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  const pixel = <usize>channels * 2;
  const row = <usize>(width + 2 * MARGIN) * pixel;
  const next = <usize>outs * (last != 0 ? 4 : 2);
  const row2 = <usize>(width + 2 * MARGIN) * next;
  memory.fill(output, 0, <usize>(height + 2 * MARGIN) * row2);
  const step = <usize>dilation * pixel;
  const line = <usize>dilation * row;
  const reachX = across == 3 ? dilation : 0;
  const reachY = down == 3 ? dilation : 0;
  const bytes = <usize>(down * across * fours) * 64;
  for (let o = 0; o < outs; o += 8) {
    const packed = weights + <usize>(o >> 3) * bytes;
    const own = <usize>o * 4;
    const to = output + <usize>o * (last != 0 ? 4 : 2);
    for (let y = top; y < bottom; y++) {
      const from = input + <usize>(y + MARGIN - reachY) * row + <usize>(MARGIN - reachX) * pixel;
      const there = to + <usize>(y + MARGIN) * row2 + <usize>MARGIN * next;
      for (let x = left; x < right; x += 4) {
        // The last block of a row reaches back over pixels that were worked out before.
        const at = <usize>min(x, width - 4);
        block(
          from + at * pixel,
          pixel,
          fours,
          down,
          across,
          step,
          line,
          packed,
          bias + own,
          scale + own,
          there + at * next,
          next,
          last != 0,
        );
      }
    }
  }
}

/** The largest of each 2x2 square; an odd last row or column is dropped. `channels` is a multiple of 8. */
export function maxPool(input: usize, channels: i32, width: i32, height: i32, output: usize): void {
  const pixel = <usize>channels * 2;
  const row = <usize>(width + 2 * MARGIN) * pixel;
  const row2 = <usize>((width >> 1) + 2 * MARGIN) * pixel;
  memory.fill(output, 0, <usize>((height >> 1) + 2 * MARGIN) * row2);
  for (let y = 0; y < height >> 1; y++) {
    let from = input + <usize>(2 * y + MARGIN) * row + <usize>MARGIN * pixel;
    let to = output + <usize>(y + MARGIN) * row2 + <usize>MARGIN * pixel;
    for (let x = 0; x < width >> 1; x++) {
      for (let c: usize = 0; c < pixel; c += 16) {
        const at = from + c;
        const upper = i16x8.max_s(v128.load(at), v128.load(at + pixel));
        const lower = i16x8.max_s(v128.load(at + row), v128.load(at + row + pixel));
        v128.store(to + c, i16x8.max_s(upper, lower));
      }
      from += 2 * pixel;
      to += pixel;
    }
  }
}
