/**
 * Layers of a small convolutional network in whole numbers: values and weights of 16 bits, sums of 32, so that a sum is the same in
 * whatever order it is taken. A tensor is pixels row after row, each with its channels side by side; two pixels of zeros lie about
 * the picture: that is the "same" padding. No relaxed SIMD: results are the same bits everywhere.
 */
const MARGIN: i32 = 2;
/** The largest value of a tensor; weights are scaled so that no sum of products with it overflows. */
const LARGEST: f32 = 8191;

/**
 * Sums of four pixels of eight output channels, as they are. `from`: the first pixel at the first tap. `weights`: [tap][two channels
 * in][8 outputs][2].
 */
function sumFour(
  from: usize,
  pixel: usize,
  fours: i32,
  down: i32,
  across: i32,
  step: usize,
  line: usize,
  weights: usize,
  sums: usize,
): void {
  let a0 = i32x4.splat(0);
  let b0 = a0;
  let a1 = a0;
  let b1 = a0;
  let a2 = a0;
  let b2 = a0;
  let a3 = a0;
  let b3 = a0;
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
  v128.store(sums, a0);
  v128.store(sums, b0, 16);
  v128.store(sums, a1, 32);
  v128.store(sums, b1, 48);
  v128.store(sums, a2, 64);
  v128.store(sums, b2, 80);
  v128.store(sums, a3, 96);
  v128.store(sums, b3, 112);
}

/** The same of two pixels and one row of taps across. */
function sumTwo(
  from: usize,
  pixel: usize,
  fours: i32,
  down: i32,
  line: usize,
  weights: usize,
  sums: usize,
): void {
  let a0 = i32x4.splat(0);
  let b0 = a0;
  let a1 = a0;
  let b1 = a0;
  for (let y = 0; y < down; y++) {
    let p0 = from;
    let p1 = p0 + pixel;
    for (let c = 0; c < fours; c++) {
      const wa = v128.load(weights);
      const wb = v128.load(weights, 16);
      let both = v128.load32_splat(p0);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(both, wa));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(both, wb));
      both = v128.load32_splat(p1);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(both, wa));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(both, wb));
      const wc = v128.load(weights, 32);
      const wd = v128.load(weights, 48);
      both = v128.load32_splat(p0, 4);
      a0 = i32x4.add(a0, i32x4.dot_i16x8_s(both, wc));
      b0 = i32x4.add(b0, i32x4.dot_i16x8_s(both, wd));
      both = v128.load32_splat(p1, 4);
      a1 = i32x4.add(a1, i32x4.dot_i16x8_s(both, wc));
      b1 = i32x4.add(b1, i32x4.dot_i16x8_s(both, wd));
      weights += 64;
      p0 += 8;
      p1 += 8;
    }
    from += line;
  }
  v128.store(sums, a0);
  v128.store(sums, b0, 16);
  v128.store(sums, a1, 32);
  v128.store(sums, b1, 48);
}

/** Writes eight sums: scaled and rounded to values of 0 to LARGEST; those of the last layer as floats. */
function put(to: usize, a: v128, b: v128, fineA: v128, fineB: v128, last: bool): void {
  const left = f32x4.mul(f32x4.convert_i32x4_s(a), fineA);
  const right = f32x4.mul(f32x4.convert_i32x4_s(b), fineB);
  if (last) {
    v128.store(to, left);
    v128.store(to, right, 16);
    return;
  }
  v128.store(to, i16x8.narrow_i32x4_s(rounded(left), rounded(right)));
}

/** Of this and a number of 0 to LARGEST the last bits of the sum are the number, rounded to nearest, to even where two are as near. */
const ROUNDS: f32 = 12_582_912;

/** Floats as whole numbers of 0 to LARGEST. */
function rounded(values: v128): v128 {
  const cut = f32x4.pmin(f32x4.pmax(values, f32x4.splat(0)), f32x4.splat(LARGEST));
  return i32x4.sub(f32x4.add(cut, f32x4.splat(ROUNDS)), i32x4.splat(reinterpret<i32>(ROUNDS)));
}

/**
 * A given picture of floats as whole numbers, so many `unit` each: pixels of four, the left neighbour, itself, the right one and none.
 */
export function fillGiven(values: usize, width: i32, height: i32, unit: f64, output: usize): void {
  const row = <usize>(width + 2 * MARGIN) * 8;
  memory.fill(output, 0, <usize>(height + 2 * MARGIN) * row);
  for (let y = 0; y < height; y++) {
    let to = output + <usize>(y + MARGIN) * row + <usize>MARGIN * 8;
    for (let x = 0; x < width; x++, to += 8, values += 4) {
      const whole = <i16>min(LARGEST, max(-LARGEST, <f32>floor(<f64>load<f32>(values) / unit + 0.5)));
      store<i16>(to + 2, whole);
      store<i16>(to + 8, whole);
      store<i16>(to - 4, whole);
    }
  }
}

/** Clears the margins of a tensor whose pixels have so many bytes. */
export function clearMargins(at: usize, pixel: usize, width: i32, height: i32): void {
  const row = <usize>(width + 2 * MARGIN) * pixel;
  const side = <usize>MARGIN * pixel;
  memory.fill(at, 0, <usize>MARGIN * row + side);
  let end = at + <usize>(MARGIN + 1) * row - side;
  for (let y = 1; y < height; y++, end += row) memory.fill(end, 0, 2 * side);
  memory.fill(end, 0, <usize>MARGIN * row + side);
}

/**
 * Convolution of `down` by `across` taps, each 1 or 3, with dilation 1 or 2. `fours`: input channels by fours; `channels`: those of a
 * pixel in the memory, in and out. `outs` is a multiple of 8; `weights` [outs/8][taps][2 of the channels in][8][2], `bias` and `scale` [outs];
 * `sums`: room for 128 bytes.
 * Worked out are rows `top` to before `bottom`, columns `left` to before `right` and up to three more; the width is at least 4.
 * `last`: the output is floats.
 */
export function convolve(
  input: usize,
  channels: i32,
  fours: i32,
  output: usize,
  outs: i32,
  width: i32,
  weights: usize,
  bias: usize,
  scale: usize,
  sums: usize,
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
  const step = <usize>dilation * pixel;
  const line = <usize>dilation * row;
  const reachX = across == 3 ? dilation : 0;
  const reachY = down == 3 ? dilation : 0;
  const bytes = <usize>(down * across * fours) * 64;
  for (let o = 0; o < outs; o += 8) {
    const packed = weights + <usize>(o >> 3) * bytes;
    const a = v128.load(bias + <usize>o * 4);
    const b = v128.load(bias + <usize>o * 4, 16);
    const fine = scale + <usize>o * 4;
    const to = output + <usize>o * (last != 0 ? 4 : 2);
    for (let y = top; y < bottom; y++) {
      const from = input + <usize>(y + MARGIN - reachY) * row + <usize>(MARGIN - reachX) * pixel;
      const there = to + <usize>(y + MARGIN) * row2 + <usize>MARGIN * next;
      for (let x = left; x < right; x += 4) {
        // The last block of a row reaches back over pixels that were worked out before.
        const at = <usize>min(x, width - 4);
        sumFour(from + at * pixel, pixel, fours, down, across, step, line, packed, sums);
        for (let n: usize = 0; n < 4; n++) {
          const left = i32x4.add(v128.load(sums + 32 * n), a);
          const right = i32x4.add(v128.load(sums + 32 * n, 16), b);
          put(there + (at + n) * next, left, right, v128.load(fine), v128.load(fine, 16), last != 0);
        }
      }
    }
  }
}

/**
 * Pixels by twos, so that three taps across cost four products instead of six (Winograd 1980, F(2, 3)). Of the four inputs d0 to d3 of two
 * outputs `dilation` apart: twice d0 - d2, d1 + d2, d2 - d1 and twice d1 - d3, each in a row of its own: [row][4][pair][channels].
 * Rows `top` to before `bottom`, which may lie in the margins; an even number of pairs from the column `left` on. `largest`: room for the
 * largest value of each channel that was read.
 */
export function pairUp(
  input: usize,
  channels: i32,
  width: i32,
  dilation: i32,
  left: i32,
  top: i32,
  pairs: i32,
  bottom: i32,
  output: usize,
  largest: usize,
): void {
  const pixel = <usize>channels * 2;
  const row = <usize>(width + 2 * MARGIN) * pixel;
  const part = <usize>pairs * pixel;
  const end = width + MARGIN - 1;
  memory.fill(largest, 0, pixel);
  for (let y = top; y < bottom; y++) {
    const from = input + <usize>(y + MARGIN) * row + <usize>MARGIN * pixel;
    for (let pair = 0; pair < pairs; pair++, output += pixel) {
      const x = left + firstOf(pair, dilation);
      const p0 = from + (x - dilation) * pixel;
      const p1 = from + <usize>min(x, end) * pixel;
      const p2 = from + <usize>min(x + dilation, end) * pixel;
      const p3 = from + <usize>min(x + 2 * dilation, end) * pixel;
      for (let c: usize = 0; c < pixel; c += 16) {
        const d0 = v128.load(p0 + c);
        const d1 = v128.load(p1 + c);
        const d2 = v128.load(p2 + c);
        const d3 = v128.load(p3 + c);
        const most = i16x8.max_s(i16x8.max_s(d0, d1), i16x8.max_s(d2, d3));
        v128.store(largest + c, i16x8.max_s(v128.load(largest + c), most));
        v128.store(output + c, i16x8.shl(i16x8.sub(d0, d2), 1));
        v128.store(output + part + c, i16x8.add(d1, d2));
        v128.store(output + 2 * part + c, i16x8.sub(d2, d1));
        v128.store(output + 3 * part + c, i16x8.shl(i16x8.sub(d1, d3), 1));
      }
    }
    output += 3 * part;
  }
}

/** The most that a sum may come to where channels have these largest values: of `count` rows of `totals`, a float for each channel. */
export function largestSum(largest: usize, channels: i32, totals: usize, count: i32): f32 {
  let most: f32 = 0;
  for (let n = 0; n < count; n++) {
    let sums = f32x4.splat(0);
    for (let c = 0; c < channels; c += 4, totals += 16) {
      const values = f32x4.convert_i32x4_s(v128.load_ext<i16>(largest + 2 * <usize>c));
      sums = f32x4.add(sums, f32x4.mul(values, v128.load(totals)));
    }
    const left = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1);
    most = max(most, left + f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3));
  }
  return most;
}

/** The first of a pair's two columns, counted from the first pair's. */
function firstOf(pair: i32, dilation: i32): i32 {
  return dilation == 1 ? 2 * pair : ((pair >> 1) << 2) + (pair & 1);
}

/**
 * Convolution of three by three taps of what `pairUp` made of the rows from `top - dilation` on. All sums are twice what they stand for,
 * and are those of `convolve` to the bit where neither overflows. `weights` [outs/8][4][3 down][2 of the channels in][8][2];
 * `sums`: room for 512 bytes. Not of the last layer.
 */
export function convolvePairs(
  input: usize,
  channels: i32,
  fours: i32,
  output: usize,
  outs: i32,
  width: i32,
  weights: usize,
  bias: usize,
  scale: usize,
  sums: usize,
  dilation: i32,
  pairs: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
): void {
  const pixel = <usize>channels * 2;
  const part = <usize>pairs * pixel;
  const row = 4 * part;
  const line = <usize>dilation * row;
  const next = <usize>outs * 2;
  const row2 = <usize>(width + 2 * MARGIN) * next;
  const bytes = <usize>(3 * fours) * 64;
  const half = f32x4.splat(0.5);
  for (let o = 0; o < outs; o += 8) {
    const packed = weights + <usize>(o >> 3) * 4 * bytes;
    const a = i32x4.shl(v128.load(bias + <usize>o * 4), 1);
    const b = i32x4.shl(v128.load(bias + <usize>o * 4, 16), 1);
    const fineA = f32x4.mul(v128.load(scale + <usize>o * 4), half);
    const fineB = f32x4.mul(v128.load(scale + <usize>o * 4, 16), half);
    for (let y = top; y < bottom; y++) {
      const from = input + <usize>(y - top) * row;
      const there = output + <usize>o * 2 + <usize>(y + MARGIN) * row2 + <usize>MARGIN * next;
      for (let pair = 0; pair < pairs; pair += 4) {
        const at = from + <usize>pair * pixel;
        const isFour = pair + 4 <= pairs;
        for (let n: usize = 0; n < 4; n++)
          if (isFour) sumFour(at + n * part, pixel, fours, 3, 1, 0, line, packed + n * bytes, sums + 128 * n);
          else sumTwo(at + n * part, pixel, fours, 3, line, packed + n * bytes, sums + 128 * n);
        const count = isFour ? 4 : 2;
        for (let n = 0; n < count; n++) {
          const x = left + firstOf(pair + n, dilation);
          if (x >= right) continue;
          const own = sums + 32 * <usize>n;
          const sumA = i32x4.add(v128.load(own, 128), a);
          const sumB = i32x4.add(v128.load(own, 144), b);
          const offA = v128.load(own, 256);
          const offB = v128.load(own, 272);
          const to = there + <usize>x * next;
          const a0 = i32x4.add(i32x4.add(sumA, offA), v128.load(own));
          const b0 = i32x4.add(i32x4.add(sumB, offB), v128.load(own, 16));
          put(to, a0, b0, fineA, fineB, false);
          if (x + dilation >= right) continue;
          const a1 = i32x4.sub(i32x4.sub(sumA, offA), v128.load(own, 384));
          const b1 = i32x4.sub(i32x4.sub(sumB, offB), v128.load(own, 400));
          put(to + <usize>dilation * next, a1, b1, fineA, fineB, false);
        }
      }
    }
  }
}

/** The largest of each 2x2 square; an odd last row or column is dropped. `channels` is a multiple of 8. */
export function maxPool(input: usize, channels: i32, width: i32, height: i32, output: usize): void {
  const pixel = <usize>channels * 2;
  const row = <usize>(width + 2 * MARGIN) * pixel;
  const row2 = <usize>((width >> 1) + 2 * MARGIN) * pixel;
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
