export { convolve, maxPool } from "./network";
export { mean3, difference, changed } from "./frames";
