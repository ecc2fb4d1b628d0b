/** Whole-picture work of the frame loop, sixteen bytes at a time. Pictures are bytes, row after row, without padding. */

/** Sum of three neighbouring bytes in a row, as eight 16-bit lanes that begin at `at`. */
function three(at: usize): v128 {
  return i16x8.add(i16x8.add(v128.load_ext<u8>(at - 1), v128.load_ext<u8>(at)), v128.load_ext<u8>(at + 1));
}

function ninth(sum: i32): i32 {
  return (sum * 3641 + 16384) >> 15;
}

/** 3x3 mean, rounded to nearest; the outermost pixels are copied as they are. */
export function mean3(input: usize, output: usize, width: i32, height: i32): void {
  const row = <usize>width;
  memory.copy(output, input, row);
  memory.copy(output + <usize>(height - 1) * row, input + <usize>(height - 1) * row, row);
  const scale = i16x8.splat(3641);
  for (let y = 1; y < height - 1; y++) {
    const at = input + <usize>y * row;
    const to = output + <usize>y * row;
    store<u8>(to, load<u8>(at));
    store<u8>(to + row - 1, load<u8>(at + row - 1));
    let x: usize = 1;
    for (; x + 9 <= row; x += 8) {
      const sum = i16x8.add(i16x8.add(three(at + x - row), three(at + x)), three(at + x + row));
      const mean = i16x8.q15mulr_sat_s(sum, scale);
      v128.store64_lane(to + x, i8x16.narrow_i16x8_u(mean, mean), 0);
    }
    for (; x < row - 1; x++) {
      let sum = 0;
      for (let dy: usize = 0; dy < 3; dy++) {
        const line = at + x - row + dy * row;
        sum += <i32>load<u8>(line - 1) + <i32>load<u8>(line) + <i32>load<u8>(line + 1);
      }
      store<u8>(to + x, <u8>ninth(sum));
    }
  }
}

/** Half the size: each pixel the rounded mean of four. An odd last row or column is dropped. */
export function half(input: usize, output: usize, width: i32, height: i32): void {
  const row = <usize>width;
  const columns = <usize>(width >> 1);
  const two = i16x8.splat(2);
  for (let y = 0; y < height >> 1; y++) {
    const upper = input + <usize>(2 * y) * row;
    const lower = upper + row;
    const to = output + <usize>y * columns;
    let x: usize = 0;
    for (; x + 8 <= columns; x += 8) {
      const above = i16x8.extadd_pairwise_i8x16_u(v128.load(upper + 2 * x));
      const below = i16x8.extadd_pairwise_i8x16_u(v128.load(lower + 2 * x));
      const mean = i16x8.shr_u(i16x8.add(i16x8.add(above, below), two), 2);
      v128.store64_lane(to + x, i8x16.narrow_i16x8_u(mean, mean), 0);
    }
    for (; x < columns; x++) {
      const above = <i32>load<u8>(upper + 2 * x) + <i32>load<u8>(upper + 2 * x + 1);
      const below = <i32>load<u8>(lower + 2 * x) + <i32>load<u8>(lower + 2 * x + 1);
      store<u8>(to + x, <u8>((above + below + 2) >> 2));
    }
  }
}
