/**
 * The WASM kernels: layers of a small network in whole numbers, and whole-picture work. Sums of whole numbers are the same in any
 * order, and WASM without relaxed SIMD fixes every rounding, so a result is the same bits on x64 and arm64. The module is built from
 * `assembly/` by `npm run build:kernels`; its bytes are given, because `src` reads no files.
 */
export interface Kernels {
  readonly memory: Memory;
  /** `convolve` and `maxPool` of `assembly/network.ts`. */
  convolve(
    ...numbers: [
      ...[input: number, channels: number, fours: number, output: number, outs: number],
      ...[width: number, height: number, weights: number, bias: number, scale: number],
      ...[down: number, across: number, dilation: number, last: number],
      ...[left: number, top: number, right: number, bottom: number],
    ]
  ): void;
  maxPool(input: number, channels: number, width: number, height: number, output: number): void;
  /** `blurTurned` and `difference` of `assembly/scales.ts`. */
  blurTurned(
    ...numbers: [
      ...[input: number, width: number, height: number, weights: number, reach: number],
      ...[line: number, output: number],
    ]
  ): void;
  difference(one: number, other: number, by: number, output: number, count: number): void;
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

/** An instance with its memory: `store` for as long as it lives, `scratch` until the next `clearScratch`. */
export class KernelMemory {
  readonly run: Kernels;
  private stored = FIRST;
  private next = FIRST;

  /** Throws when the bytes are not the kernels. */
  constructor(wasm: Uint8Array) {
    const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyLike }).WebAssembly;
    const { exports } = new Instance(new Module(wasm), { env: { abort: refuse } });
    for (const name of ["memory", "convolve", "maxPool", "half", "mean3", "blurTurned", "difference"])
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

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.run.memory.buffer, at, length);
  }

  shorts(at: number, length: number): Int16Array {
    return new Int16Array(this.run.memory.buffer, at, length);
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
