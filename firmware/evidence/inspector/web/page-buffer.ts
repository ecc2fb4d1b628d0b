/** What `src/record` asks of Node's `Buffer`, for a browser: bytes with texts in base64, hex and UTF-8. Imported before all else. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

type Encoding = "utf8" | "base64" | "base64url" | "hex";

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3);
    const group = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    const count = Math.min(3, bytes.length - i) + 1;
    text += group.map((six, at) => (at < count ? (ALPHABET[six] ?? "") : "=")).join("");
  }
  return text;
}

/** Skips what is no digit of base64, as Node does: whoever is strict writes the bytes again and compares. */
function fromBase64(text: string): number[] {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const char of text.replaceAll("-", "+").replaceAll("_", "/")) {
    const six = ALPHABET.indexOf(char);
    if (char === "=") break;
    if (six < 0) continue;
    held = ((held << 6) | six) & 0xffff;
    bits += 6;
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 0xff);
  }
  return bytes;
}

function fromText(text: string, encoding: Encoding): Iterable<number> {
  if (encoding === "utf8") return new TextEncoder().encode(text);
  if (encoding === "hex") return (text.match(/../g) ?? []).map((two) => Number.parseInt(two, 16));
  return fromBase64(text);
}

class PageBuffer extends Uint8Array {
  override toString(encoding: Encoding = "utf8", start = 0, end = this.length): string {
    const bytes = Uint8Array.prototype.slice.call(this, start, end);
    if (encoding === "utf8") return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    if (encoding === "hex") return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = base64Of(bytes);
    return encoding === "base64" ? text : text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  equals(other: Uint8Array): boolean {
    return compare(this, other) === 0;
  }

  writeUInt32BE(value: number): number {
    new DataView(this.buffer, this.byteOffset, this.byteLength).setUint32(0, value);
    return 4;
  }

  readBigUInt64BE(at: number): bigint {
    return new DataView(this.buffer, this.byteOffset, this.byteLength).getBigUint64(at);
  }
}

/** As Node's: an ArrayBuffer with offset and length is looked into, all else is copied. */
function from(value: string | ArrayBuffer | Iterable<number>, how?: Encoding | number, length?: number) {
  if (typeof value === "string") return bufferOf(fromText(value, typeof how === "string" ? how : "utf8"));
  if (value instanceof ArrayBuffer)
    return new PageBuffer(value, typeof how === "number" ? how : 0, length ?? value.byteLength);
  return bufferOf(value);
}

const bufferOf = (bytes: Iterable<number>): PageBuffer => new PageBuffer(Array.from(bytes));

const alloc = (count: number): PageBuffer => new PageBuffer(count);

function concat(parts: readonly Uint8Array[]): PageBuffer {
  const whole = new PageBuffer(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}

Object.assign(globalThis, { Buffer: Object.assign(PageBuffer, { from, alloc, concat, compare }) });
