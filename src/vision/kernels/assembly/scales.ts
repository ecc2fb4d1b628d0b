/** Gaussians of a window of floats, two sums of 64 bits at a time; pictures are floats, row after row, without padding. */

/**
 * Blurs along rows and writes the result transposed; the edge's pixels are repeated outside. `weights`: `reach + 1` doubles, from the
 * kernel's middle on. `line`: room for `width + 2 * reach + 4` doubles. Each sum takes its taps from the middle outwards.
 */
export function blurTurned(
  input: usize,
  width: i32,
  height: i32,
  weights: usize,
  reach: i32,
  line: usize,
  output: usize,
): void {
  const column = <usize>height * 4;
  for (let y = 0; y < height; y++) {
    const row = input + <usize>(y * width) * 4;
    const first = <f64>load<f32>(row);
    const last = <f64>load<f32>(row + <usize>(width - 1) * 4);
    let to = line;
    for (let x = 0; x < reach; x++, to += 8) store<f64>(to, first);
    for (let x = 0; x < width; x++, to += 8) store<f64>(to, <f64>load<f32>(row + <usize>x * 4));
    for (let x = 0; x < reach + 4; x++, to += 8) store<f64>(to, last);
    for (let x = 0; x < width; x += 4) {
      const at = line + <usize>(x + reach) * 8;
      const middle = v128.load64_splat(weights);
      let a = f64x2.mul(v128.load(at), middle);
      let b = f64x2.mul(v128.load(at, 16), middle);
      let left = at;
      let right = at;
      let weight = weights;
      for (let tap = 0; tap < reach; tap++) {
        left -= 8;
        right += 8;
        weight += 8;
        const by = v128.load64_splat(weight);
        a = f64x2.add(a, f64x2.mul(f64x2.add(v128.load(left), v128.load(right)), by));
        b = f64x2.add(b, f64x2.mul(f64x2.add(v128.load(left, 16), v128.load(right, 16)), by));
      }
      const out = output + <usize>(x * height + y) * 4;
      const two = f32x4.demote_f64x2_zero(a);
      const more = f32x4.demote_f64x2_zero(b);
      v128.store32_lane(out, two, 0);
      if (x + 1 < width) v128.store32_lane(out + column, two, 1);
      if (x + 2 < width) v128.store32_lane(out + 2 * column, more, 0);
      if (x + 3 < width) v128.store32_lane(out + 3 * column, more, 1);
    }
  }
}

/** `(one - other) / by` of each of `count` floats. */
export function difference(one: usize, other: usize, by: f64, output: usize, count: i32): void {
  for (let at: usize = 0; at < <usize>count * 4; at += 4)
    store<f32>(output + at, <f32>((<f64>load<f32>(one + at) - <f64>load<f32>(other + at)) / by));
}
