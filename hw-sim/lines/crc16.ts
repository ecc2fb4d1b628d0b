const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) !== 0 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** CRC-16/CCITT-FALSE of the first `length` bytes, for the models' own encoders. */
export function crc16(bytes: Uint8Array, length = bytes.length): number {
  let crc = 0xffff;
  for (let at = 0; at < length; at += 1)
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ (bytes[at] ?? 0)] ?? 0);
  return crc;
}
