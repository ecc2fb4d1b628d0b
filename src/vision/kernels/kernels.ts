/**
 * The WASM kernels: layers of a small network in whole numbers, and whole-picture work. Sums of whole numbers are the same in any
 * order, and WASM without relaxed SIMD fixes every rounding, so a result is the same bits on x64 and arm64. The module is built from
 * `assembly/` by `npm run build:kernels`; its bytes are given, because `src` reads no files.
 */
export interface Kernels {
  readonly memory: Memory;
  /** Of `assembly/network.ts`. */
  convolve(
    ...numbers: [
      ...[input: number, channels: number, fours: number, output: number, outs: number],
      ...[width: number, weights: number, bias: number, scale: number, sums: number],
      ...[down: number, across: number, dilation: number, last: number],
      ...[left: number, top: number, right: number, bottom: number],
    ]
  ): void;
  pairUp(
    ...numbers: [
      ...[input: number, channels: number, width: number, dilation: number],
      ...[left: number, top: number, pairs: number, bottom: number, output: number, largest: number],
    ]
  ): void;
  largestSum(largest: number, channels: number, totals: number, count: number): number;
  convolvePairs(
    ...numbers: [
      ...[input: number, channels: number, fours: number, output: number, outs: number],
      ...[width: number, weights: number, bias: number, scale: number, sums: number],
      ...[dilation: number, pairs: number],
      ...[left: number, top: number, right: number, bottom: number],
    ]
  ): void;
  fillGiven(values: number, width: number, height: number, unit: number, output: number): void;
  clearMargins(at: number, pixel: number, width: number, height: number): void;
  maxPool(input: number, channels: number, width: number, height: number, output: number): void;
  /** Of `assembly/scales.ts`. */
  blurTurned(
    ...numbers: [
      ...[input: number, width: number, height: number, weights: number, reach: number],
      ...[line: number, output: number],
    ]
  ): void;
  difference(one: number, other: number, by: number, output: number, count: number): void;
  findPeaks(plane: number, width: number, height: number, least: number, found: number): number;
  /** Half the size, each pixel the rounded mean of four. Width and height at least 2. */
  half(input: number, output: number, width: number, height: number): void;
  /** 3x3 mean, rounded; the outermost pixels are copied. Width and height at least 2. */
  mean3(input: number, output: number, width: number, height: number): void;
}

/** What of WebAssembly is used here; the language's own library declares none of it. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}
interface WebAssemblyLike {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
}

/** Memory that one instance may take: more means a picture or network beyond every limit. */
const BYTES_MAX = 512 * 1024 * 1024;
const PAGE = 65_536;
/** Below lies nothing of the module's; kept free so that 0 is never a valid address. */
const FIRST = 1_024;

/** What the module must have. */
const NAMES =
  "memory fillGiven pairUp largestSum convolvePairs convolve clearMargins maxPool half mean3 blurTurned difference findPeaks".split(
    " ",
  );

/** An instance with its memory: `store` for as long as it lives, `scratch` until the next `clearScratch`. */
export class KernelMemory {
  readonly run: Kernels;
  private stored = FIRST;
  private next = FIRST;

  /** Throws when the bytes are not the kernels. */
  constructor(wasm: Uint8Array) {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyLike }).WebAssembly;
    const { exports } = new Instance(new Module(wasm), { env: { abort: refuse } });
    for (const name of NAMES)
      if (!(name in exports)) throw new Error(`the vision kernels lack "${name}": build them again`);
    this.run = exports as Kernels;
  }

  /** Forgets all scratch memory. */
  clearScratch(): void {
    this.next = this.stored;
  }

  /** Address of this many bytes that stay until the instance goes. Forgets all scratch memory. */
  store(bytes: number): number {
    this.clearScratch();
    const at = this.scratch(bytes);
    this.stored = this.next;
    return at;
  }

  /** Address of this many bytes, a multiple of 16; their contents are not defined. Throws a RangeError beyond the limit. */
  scratch(bytes: number): number {
    const at = this.next;
    // Kernels load whole vectors: 64 bytes behind the last area belong to it.
    const end = at + Math.ceil(bytes / 16) * 16;
    if (end + 64 > BYTES_MAX) throw new RangeError(`the vision kernels would need ${end} bytes of memory`);
    const short = end + 64 - this.run.memory.buffer.byteLength;
    if (short > 0) this.run.memory.grow(Math.ceil(short / PAGE));
    this.next = end;
    return at;
  }

  /** Gives back the scratch memory from this address on. */
  releaseScratch(at: number): void {
    this.next = at;
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.run.memory.buffer, at, length);
  }

  shorts(at: number, length: number): Int16Array {
    return new Int16Array(this.run.memory.buffer, at, length);
  }

  ints(at: number, length: number): Int32Array {
    return new Int32Array(this.run.memory.buffer, at, length);
  }

  doubles(at: number, length: number): Float64Array {
    return new Float64Array(this.run.memory.buffer, at, length);
  }

  floats(at: number, length: number): Float32Array {
    return new Float32Array(this.run.memory.buffer, at, length);
  }
}

function refuse(): never {
  throw new Error("the vision kernels stopped");
}
