/** Compiles the kernels; the bytes that are committed. */
export function buildKernels(): Promise<Buffer>;
