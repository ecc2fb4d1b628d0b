import type { Mutant } from "./mutation-list.ts";

/** What the journal gives out and what it keeps beside itself: exports, certificates, recordings, sealed parts, its head and its files. */

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file: `firmware/journal/${file}.ts`, text, becomes }));

export const JOURNAL_MUTANTS: readonly Mutant[] = [
  ...of(
    "export",
    ["from > to || to >= store.head.seq)", "from > to || to > store.head.seq)"],
    ["return seq < from || seq > to;", "return seq < from;"],
    ["checkpoints[0].size <= row.seq + 1;", "checkpoints[0].size <= row.seq;"],
    ["if (stop()) throw", "if (stop() && bytes < 0) throw"],
    ["    await rmAsync(part, { force: true });\n    throw error;", "    throw error;"],
    ["consistencyProof(to + 1, sealed.size", "consistencyProof(sealed.size, sealed.size"],
  ),
  ...of(
    "export-lines",
    ["Object.keys(value).length === names.length &&", "Object.keys(value).length >= names.length &&"],
    ["Array.isArray(value) && value.length <= most &&", "Array.isArray(value) &&"],
    ["value.length > 0 && value.length <= KEYS_MAX", "value.length > 0"],
    ["value.length > 0 && value.length <= KEYS_MAX", "value.length <= KEYS_MAX"],
    ["if (isCanonical(text)) return JSON.parse(text);", "return JSON.parse(text);"],
  ),
  ...of("verify-export", [
    "if (fault !== null) verification.problem(null, `the file's",
    "if (fault === '') verification.problem(null, `the file's",
  ]),
  ...of(
    "verify-export-lines",
    ["if (end.end !== records)", "if (end.end < 0)"],
    ["if (records !== head.to - head.from + 1)", "if (records < 0)"],
    ["    if (end !== null)\n      throw", "    if (number < 0)\n      throw"],
  ),
  ...of(
    "certificate-of",
    ["(cosigned?.size ?? 0) > seq", "(cosigned?.size ?? 0) >= seq"],
    ["(store.newest?.size ?? 0) > seq", "(store.newest?.size ?? 0) >= seq"],
    ["if (row?.seq !== seq)", "if (row === undefined)"],
    ["sealed = (cosigned?.size ?? 0) > seq ? cosigned : newest;", "sealed = newest ?? cosigned;"],
  ),
  ...of(
    "recorder",
    ["now - this.#syncedAt < RECORDING_SYNC_US", "now - this.#syncedAt <= RECORDING_SYNC_US"],
    ["mark.bytes > bytes || mark.bytes < 1", "mark.bytes > bytes"],
    ["numberOf(oldest.segment) >= from", "numberOf(oldest.segment) > from"],
    ["(this.#options.heldParts ?? 0)", "(this.#options.heldParts ?? 1)"],
    ["slice(0, -CLOSED_KEPT)", "slice(0, -1)"],
    ["[part, ...this.#heldParts].some((one) => one.isUnder(seal))", "part.isUnder(seal)"],
    ["if (this.#wall === null) return false;", "if (this.#wall === null) return true;"],
    ["whole && current.hash.copy()", "!whole && current.hash.copy()"],
  ),
  ...of(
    "sealed-format",
    ["Buffer.from(`${segment}\\0${from}`)", "Buffer.from(`${segment}`)"],
    [" || header.from !== place.from)", ")"],
    ["lines.slice(0, -1)", "lines"],
    ["encrypt(key, appends++, place", "encrypt(key, 0 * appends++, place"],
  ),
  ...of("sealed-part", [
    "createDurably(this.path, Buffer.from(this.#sealer.header)",
    "createDurably(this.path, Buffer.from('')",
  ]),
  ...of(
    "unseal",
    [" && statSync(plainPath).size >= from", ""],
    ["if (!best.ok || opened.plain.length > best.plain.length) best", "best"],
    ["    ftruncateSync(fd, from);\n", ""],
    ["if (name.endsWith(UNFINISHED_EXTENSION))", "if (name === UNFINISHED_EXTENSION)"],
  ),
  ...of(
    "head-file",
    ["if (known !== null && size <= known.size)", "if (known !== null && size < known.size)"],
    ["this.#nextSlot = at === 0 ? 1 : 0;", "this.#nextSlot = at;"],
    ['  if (slot.subarray(Math.max(0, end)).some((byte) => byte !== 0)) return "damaged";\n', ""],
    ["slot, (1 - this.#nextSlot) * SLOT_BYTES", "slot, this.#nextSlot * SLOT_BYTES"],
    ["const at: Slot = size(1) > size(0) ? 1 : 0;", "const at: Slot = size(1) > size(0) ? 0 : 1;"],
  ),
  ...of(
    "file-watch",
    [" || found.ino !== watched.ino", ""],
    ["if (found.size < watched.size)", "if (found.size < 0)"],
    ["if (watched.grows) watched.size = found.size;", "if (watched.grows) continue;"],
    ["!this.#watched.has(path) && statOf", "statOf"],
    ["this.#watched.delete(path);", ""],
  ),
  ...of(
    "disk-gauge",
    ["if (now < this.#dueAt)", "if (now <= this.#dueAt)"],
    ["if (blocks === 0) return null;", ""],
    ["Math.ceil(", "Math.floor("],
  ),
  ...of(
    "background",
    ["    onDamaged(epoch);\n", ""],
    ["fail(withSecondCopy(error));", "fail(error);"],
    ["if (onDamaged === null || ", "if (onDamaged !== null || "],
  ),
  ...of("pruner", ['if (error.code === "corrupt")', 'if (error.code === "io")']),
  ...of(
    "write-target",
    ["if (found.nlink > 1)", "if (found.nlink < 1)"],
    ["if (!found.isFile())", "if (found.isDirectory())"],
    ["(?:\\.(?:next|\\d+))?", ""],
    ["  USED_MARK,\n  BEGUN_MARK,", "  USED_MARK,"],
  ),
  ...of(
    "cosignatures",
    ["INSERT OR IGNORE INTO", "INSERT INTO"],
    ["WHERE size > ? AND size <= ?", "WHERE size >= ? AND size <= ?"],
    ["ORDER BY size DESC, at DESC", "ORDER BY size, at DESC"],
    ["LIMIT -1 OFFSET ?", "LIMIT ?"],
  ),
  ...of("database", ["start.length < USER_VERSION_AT + 4 ? 0 :", "start.length < 0 ? 0 :"]),
  ...of("record-facts", ["if (facts.seq >= from) yield", "yield"]),
];
