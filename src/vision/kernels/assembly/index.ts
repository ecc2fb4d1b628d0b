export { clearMargins, convolve, convolvePairs, fillGiven, largestSum, maxPool, pairUp } from "./network";
export { half, mean3 } from "./frames";
export { blurTurned, difference, findPeaks } from "./scales";
