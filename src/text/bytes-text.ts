const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** `12 GB`; one digit behind the point below ten. */
export function bytesText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1_000 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit++;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit] ?? ""}`;
}
