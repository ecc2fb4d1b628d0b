/**
 * Reads an Intel HEX image (Intel, Hexadecimal Object File Format Specification, rev. A 1988): records 00 (data) and 01
 * (end of file); the extended address records 02 to 05 cannot occur in an image of at most 32 KiB and are refused when
 * they say anything but zero.
 *
 * @param size bytes of program memory; what the image leaves out is 0xFF, as in erased flash.
 * @throws Error naming the line, when a record is damaged or lies outside the memory.
 */
export function readIntelHex(text: string, size: number): Uint8Array {
  const memory = new Uint8Array(size).fill(0xff);
  let ended = false;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const bad = (what: string): Error =>
      new Error(`Intel HEX line ${String(index + 1)}: ${what}. Build the image again.`);
    if (ended) throw bad("a record after the end record");
    const bytes = recordBytes(line);
    if (bytes === null) throw bad("not a record, or its length or checksum is wrong");
    const [, high = 0, low = 0, type = 0] = bytes;
    const data = bytes.subarray(4, -1);
    if (type === 1) ended = true;
    else if (type === 0) {
      const address = high * 256 + low;
      if (address + data.length > size) throw bad("data beyond the program memory");
      memory.set(data, address);
    } else if (type > 5 || data.some((byte) => byte !== 0))
      throw bad(`record type ${String(type)} is not supported`);
  }
  if (!ended) throw new Error("Intel HEX: the end record is missing. Build the image again.");
  return memory;
}

/** Length, address (2), type, data, checksum; null when the record is not whole. */
function recordBytes(line: string): Uint8Array | null {
  if (!/^:(?:[0-9A-Fa-f]{2}){5,260}$/.test(line)) return null;
  const bytes = Uint8Array.from({ length: (line.length - 1) / 2 }, (_, at) =>
    Number.parseInt(line.slice(1 + at * 2, 3 + at * 2), 16),
  );
  const sum = bytes.reduce((total, byte) => (total + byte) & 0xff, 0);
  return bytes[0] === bytes.length - 5 && sum === 0 ? bytes : null;
}
