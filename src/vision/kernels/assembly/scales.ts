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

/**
 * Where a plane is farther from zero than `least`, and no neighbour of eight is farther on that side: not on its outermost pixels, row
 * after row. Gives how many there are; `found`: room for as many whole numbers as the plane has pixels.
 */
export function findPeaks(plane: usize, width: i32, height: i32, least: f64, found: usize): i32 {
  const row = <usize>width * 4;
  const signs = i32x4.splat(1 << 31);
  // A little less than what is asked for; the last word has its 64 bits.
  const near = f32x4.splat(<f32>(0.999 * least));
  let to = found;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x += 4) {
      const at = plane + <usize>(y * width + x) * 4;
      const here = v128.load(at);
      const far = f32x4.abs(here);
      let peaks = f32x4.ge(far, near);
      if (!v128.any_true(peaks)) continue;
      const sign = v128.and(here, signs);
      for (let line = at - row; line <= at + row; line += row) {
        peaks = v128.and(peaks, f32x4.le(v128.xor(v128.load(line - 4), sign), far));
        peaks = v128.and(peaks, f32x4.le(v128.xor(v128.load(line), sign), far));
        peaks = v128.and(peaks, f32x4.le(v128.xor(v128.load(line + 4), sign), far));
      }
      let some = i32x4.bitmask(peaks);
      for (let n = 0; some != 0; n++, some >>= 1) {
        if ((some & 1) == 0 || x + n >= width - 1) continue;
        if (abs(<f64>load<f32>(at + <usize>n * 4)) < least) continue;
        store<i32>(to, y * width + x + n);
        to += 4;
      }
    }
  return <i32>((to - found) >> 2);
}
