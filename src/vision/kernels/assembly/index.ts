export { convolve, maxPool } from "./network";
export { half, mean3 } from "./frames";
export { blurTurned, difference } from "./scales";
