/**
 * Whether 32 bytes may serve as an Ed25519 public key. OpenSSL, and so Node, takes any: with a point of small
 * order one signature fits many messages. Arithmetic of RFC 8032 section 5.1 with big integers; it runs once a
 * key, on public bytes, so its time tells nothing.
 */
const P = 2n ** 255n - 19n;
/** Bit 255 says whether x is odd; the rest is y. */
const SIGN = 2n ** 255n;
const D = mod(-121665n * power(121666n, P - 2n));

/** Null for a usable key, or what is wrong with it, to be read after "the key of X". */
export function pointFault(raw: Uint8Array): string | null {
  const number = BigInt(`0x${Buffer.from(raw).reverse().toString("hex")}`);
  const sign = number >= SIGN;
  const y = number % SIGN;
  if (y >= P) return "is not in canonical form (y >= p)";
  const yy = mod(y * y);
  const u = mod(yy - 1n);
  const v = mod(D * yy + 1n);
  // x² = u/v has a root just when u·v is a square (v is never 0 on this curve).
  const euler = power(mod(u * v), (P - 1n) / 2n);
  if (euler !== 0n && euler !== 1n) return "is not a point of the curve";
  if (u === 0n && sign) return "is not in canonical form (x = 0 with a sign)";
  return hasSmallOrder(y) ? "is a point of small order" : null;
}

/**
 * The order divides 8 just when y is 1 (order 1), −1 (2), 0 (4) or y of an order-8 point. Doubling such a point
 * gives y = 0, so x² = −y², and the curve −x² + y² = 1 + d·x²·y² becomes d·y⁴ + 2·y² = 1.
 */
function hasSmallOrder(y: bigint): boolean {
  const yy = mod(y * y);
  return yy === 0n || yy === 1n || mod(D * yy * yy + 2n * yy) === 1n;
}

function mod(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b))
    if ((e & 1n) === 1n) result = mod(result * b);
  return result;
}
