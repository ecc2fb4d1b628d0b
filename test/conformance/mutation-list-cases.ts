import type { Mutant } from "./mutation-list.ts";

const of = (file: string, ...changes: readonly (readonly [string, string])[]): Mutant[] =>
  changes.map(([text, becomes]) => ({ file, text, becomes }));

/** Of case files: what is written, what is believed of one, and what is judged again. */
export const CASE_MUTANTS: readonly Mutant[] = [
  ...of(
    "src/record/tar.ts",
    ["return block.every((byte, at) => byte === expected[at]) ? entry : null;", "return entry;"],
    ["name.length <= TAR_NAME_MAX && NAME.test(name)", "name.length <= TAR_NAME_MAX"],
  ),
  ...of(
    "src/record/case-file.ts",
    ["if (names[0] !== CASE_RECORDS) return", "if (names.length === 0) return"],
    ["if (odd !== undefined) return", "if (odd === null) return"],
    ["const follows = name > before;", "const follows = true;"],
    ["if (listed === undefined) return", "if (listed === null) return"],
    ["if (listed.bytes !== found.bytes)", "if (listed.bytes < found.bytes)"],
  ),
  ...of(
    "firmware/journal/case-contents.ts",
    ["if (order !== null) throw damaged(path, order);", ""],
    ["if (list !== null) throw damaged(path, list);", ""],
    ['if (hash.digest("hex") !== sha256) yield name;', ""],
    ["if (end + padding + TAR_END > size) throw", "if (end > size + TAR_END) throw"],
    ["if (this.#read(end, padding).some((byte) => byte !== 0))", "if (padding < 0)"],
    ["size === at + TAR_END && this.#read", "size >= at + TAR_END && this.#read"],
    ["if (size > CASE_BYTES_MAX)", "if (size < 0)"],
    ["if (rest.length > limit) throw", "if (rest.length < 0) throw"],
    ["if (rest.length > 0) throw", "if (rest.length < 0) throw"],
    ["if (!utf8(text).equals(bytes)) throw", "if (text.length < 0) throw"],
    ['manifest.mode === "test" && this.text(CASE_TEST)', 'manifest.mode === "live" && this.text(CASE_TEST)'],
    ["if (bytes.length < count) throw", "if (bytes.length < 0) throw"],
  ),
  ...of(
    "firmware/journal/verify-case.ts",
    [
      "if (fault !== null) verification.problem(null, `the signature of its manifest",
      "if (fault === '') verification.problem(null, `the signature of its manifest",
    ],
    ['if (what !== "other") return;', "return;"],
    ["if (manifest.vkey !== verifier.vkey)", "if (manifest.vkey === '')"],
  ),
  ...of(
    "firmware/journal/case-plan.ts",
    ["if (!span.hasVerdict && isNewest) return UNDER_WAY;", ""],
    ["Math.max(bytes, recordings.get(segment) ?? 0)", "Math.min(bytes, recordings.get(segment) ?? bytes)"],
    ["span.last = seq;", ""],
  ),
  ...of(
    "firmware/replay/rejudge.ts",
    ["if (judged.line === line) return null;", "return null;"],
    ["if (other === undefined) return;", "return;"],
    ["if (next !== undefined && next.seq >= seq)", "if (next !== undefined)"],
    ["done.same++;", "done.same += 2;"],
  ),
  ...of(
    "firmware/replay/case-pictures.ts",
    ["if (at < 0) return { ...otherwise", "if (at < -1) return { ...otherwise"],
    ["if (left.length === 0) this.#same++;", "this.#same++;"],
  ),
  ...of(
    "firmware/replay/record-difference.ts",
    ["return left === right ? null :", "return left !== right ? null :"],
    ["first >= 0 ? first :", "first >= 0 ? 300 :"],
  ),
  ...of(
    "firmware/journal/case-writer.ts",
    ["if (stop()) throw new JournalError", "if (stop() && from < 0) throw new JournalError"],
    ["if (sources.length > CASE_FILES_MAX)", "if (sources.length < 0)"],
    ["if (!isThere(file) || !fitsInCase({ name, bytes })) {", "if (!isThere(file)) {"],
    ["if (bytes > mostBytes(name) || this.#at", "if (this.#at"],
    ["if (CALIBRATION_START.test(text)) found", "found"],
    ["(a.name < b.name ? -1 : 1)", "(a.name > b.name ? -1 : 1)"],
    ["if (named?.[1] !== undefined) codes.add(named[1]);", ""],
    ['if (store.mode === "test") await', 'if (store.mode === "live") await'],
    ['if (replace === "kept") return;', ""],
    ["|| to >= store.head.seq ||", "||"],
  ),
  ...of(
    "firmware/journal/case-plan.ts",
    ['span.isOpened ||= kind === "opened";', ""],
    ['if (kind === "boot") for', 'if (kind === "off") for'],
    ["hasBegun || isSealed ? this.whyOpen(round) : null", "this.whyOpen(round)"],
    ["hasBegun || isSealed ? this.whyOpen(round) : null", "hasBegun ? this.whyOpen(round) : null"],
    ["bytes > (this.#open.get(segment) ?? Infinity)", "bytes > (this.#open.get(segment) ?? 0)"],
    ["bytes > (this.#open.get(segment) ?? Infinity)", "bytes >= (this.#open.get(segment) ?? Infinity)"],
    ["span.isSealed ||= VERDICTS.includes(kind) && this", "span.isSealed ||= this"],
    ['|| kind === "dispute") return;', ") return;"],
    ["if (to === null && open.first > first)", "if (open.first > first)"],
    ["if (SEGMENT.test(segment)) recordings", "recordings"],
    ["const open = rounds.whyOpen(round);\n  if (open !== null)", "const open = null;\n  if (open !== null)"],
  ),
  ...of(
    "firmware/journal/verify-case.ts",
    ["if (manifest[what] !== head[what])", 'if (manifest[what] === "")'],
    ["else if (found !== hash)", 'else if (found === "")'],
    ["if (!this.#reader.manifest.missing.includes(name))", 'if (name === "")'],
    ['if (bytes > this.#size) return "short";', "if (bytes > this.#size) return null;"],
  ),
];
