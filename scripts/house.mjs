// What the house weighs: `npm run house` prints lines by room, what a unit reaches, and what is divided too finely or not enough.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** Where a unit of any family begins, and each of its threads and pages. */
const UNIT =
  /^firmware\/(?:unit\/run|[\w/-]+-thread|screens\/server\/worker|cli\/start|table\/setup\/every-family|screens\/pages\/[\w-]+)\.ts$/;
const PRODUCT = /^(?:src|drivers|firmware)\//;
const TEST = /\.test\.ts$|\.test-help\.ts$|\.test-support\.ts$|\.fixture\.ts$/;
const FILES_MOST = 25;
const DEPTH_MOST = 4;
const SHARD_LINES = 60;

const listed = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8" }).split("\0");
const pages = listed.filter((file) => file.endsWith("/README.md") && existsSync(join(ROOT, file)));
const files = listed.filter(
  (file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && existsSync(join(ROOT, file)),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")]));
const linesOf = (file) => texts.get(file).split("\n").length - 1;
const sum = (list) => list.reduce((total, file) => total + linesOf(file), 0);

const isTest = (file) => TEST.test(file) || file.startsWith("test/");
const isProduct = (file) => PRODUCT.test(file) && !isTest(file);
const roomOf = (file) =>
  file
    .split("/")
    .slice(0, 2)
    .join("/")
    .replace(/\/[^/]+\.tsx?$/, "");

/** The files of ours that a file names: what it imports, also later, and the threads that it starts. */
function namedIn(file) {
  const found = texts.get(file).matchAll(/(?:from\s+|import\(\s*|new URL\(\s*)"(\.{1,2}\/[^"]+\.tsx?)"/g);
  return [...found].map(([, to]) => normalize(join(dirname(file), to))).filter((to) => texts.has(to));
}

function reachOf(starts) {
  const seen = new Set(starts);
  for (const file of seen) for (const to of namedIn(file)) seen.add(to);
  return [...seen].filter(isProduct);
}

/** The files that the pages of a room, and of those below it, list for others; of a floor, those that stand in no room. */
const faceOf = (room) =>
  pages
    .filter((page) => (room.includes("/") ? page.startsWith(`${room}/`) : dirname(page) === room))
    .flatMap((page) => readFileSync(join(ROOT, page), "utf8").match(/^- `[^`]+\.ts`/gm) ?? []).length;

const print = (line = "") => process.stdout.write(`${line}\n`);
const row = (...cells) => print(`| ${cells.join(" | ")} |`);

const rooms = Map.groupBy(
  files.filter((file) => !file.startsWith("test/")),
  roomOf,
);
row("room", "files", "lines", "tests beside it", "files for others");
row("---", "--:", "--:", "--:", "--:");
for (const [room, own] of [...rooms].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const product = own.filter((file) => !isTest(file));
  row(room, product.length, sum(product), sum(own.filter(isTest)), faceOf(room));
}
print();
const product = files.filter(isProduct);
const reach = reachOf(product.filter((file) => UNIT.test(file)));
row("what", "files", "lines");
row("---", "--:", "--:");
row("product (src, drivers, firmware)", product.length, sum(product));
for (const top of ["src", "drivers", "firmware"]) {
  const own = product.filter((file) => file.startsWith(`${top}/`));
  row(`… of it ${top}`, own.length, sum(own));
}
const laboratory = files.filter((file) => file.startsWith("hw-sim/") && !isTest(file));
row("laboratory (hw-sim)", laboratory.length, sum(laboratory));
row("what a unit of any family reaches, with its threads and pages", reach.length, sum(reach));
const tests = files.filter(isTest);
row("tests and their helpers", tests.length, sum(tests));
row(
  `product files of at most ${SHARD_LINES} lines`,
  product.filter((file) => linesOf(file) <= SHARD_LINES).length,
  "",
);
print();

const folders = Map.groupBy([...product, ...laboratory], (file) => dirname(file));
for (const [folder, own] of folders) {
  const depth = folder.split("/").length;
  if (own.length > FILES_MOST) print(`${folder}: ${own.length} files, more than ${FILES_MOST}`);
  if (depth > DEPTH_MOST) print(`${folder}: ${depth} deep, more than ${DEPTH_MOST}`);
}
