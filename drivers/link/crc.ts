/**
 * CRC-16/CCITT-FALSE: polynomial 1021, start FFFF, not reflected, no final XOR; check value of "123456789" is 29B1
 * (docs/devices/sensor-board.md, "Lines"; docs/devices/tirada-shoe.md).
 */
const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
  return crc & 0xffff;
});

/** CRC of the first `end` characters of a text of one character a byte. */
export function crc16(text: string, end: number = text.length): number {
  let crc = 0xffff;
  for (let at = 0; at < end; at++)
    crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >>> 8) ^ (text.charCodeAt(at) & 0xff)] ?? 0);
  return crc;
}
