export { convolve, maxPool } from "./network";
export { half, mean3, difference, changed } from "./frames";
