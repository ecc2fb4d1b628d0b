import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { html, type Html } from "../../../../src/booklet/html.ts";
import { FAULTS } from "../../../../src/codes/faults.ts";
import type { Options } from "../../../../drivers/options.ts";
import { knownLines, type KnownLine } from "../../../listen/known-lines.ts";
import { DEVICES, type Device } from "../../../table/config/devices.ts";
import { tableOf, inline } from "../markdown.ts";
import { placeOf } from "../manuals.ts";
import { paragraphs, type Chapter, type DossierLanguage, type Figure, type Say } from "../page.ts";
import type { Sources } from "../sources.ts";
import { valuesText } from "./parameters.ts";

/** The manual's page of each device, by the README's table of what tirada reads. */
export function devicePages(readme: string): ReadonlyMap<string, string> {
  const cells = tableOf(readme, "table").map(([, devices = ""]) => devices);
  return new Map(
    cells.flatMap((text) =>
      [...text.matchAll(/\[`?([\w-]+)`?\]\(([^)]+)\)/g)].map(
        ([, name = "", file = ""]) => [name, file] as const,
      ),
    ),
  );
}

/** A protocol that the dossier tells: a device of a table, or the panel beside it. */
interface Protocol {
  readonly name: string;
  readonly about: string;
  /** The driver's folder in the checkout. */
  readonly folder: string;
  readonly options: Options;
  /** How it is plugged in, and what may be sent over it; none: it has no line of its own. */
  readonly lines: readonly KnownLine[];
}

/** Every protocol: messages, options, limits and faults of each device. */
export async function protocolsChapter(sources: Sources, _: DossierLanguage, say: Say): Promise<Chapter> {
  const pages = devicePages(sources.read("README.md"));
  const protocols = await Promise.all(DEVICES.map((device) => protocolOf(device, sources.checkout.root)));
  const panel = {
    name: "panel",
    about: "Buttons and lamps at the table (Firmata)",
    folder: "drivers/panel",
    options: {},
    lines: await knownLines("panel"),
  };
  const limits = tableOf(sources.read("docs/limits.md"), "what");
  return {
    id: "protocols",
    title: say("protocols.title"),
    parts: [
      paragraphs(say("protocols.text")),
      ...[...protocols, panel].flatMap((one) => [
        headOf(one, pages.get(one.name) ?? null, say),
        ...figuresOf(one, limits, sources, say),
      ]),
    ],
  };
}

async function protocolOf({ name, about, options, acceptance }: Device, root: string): Promise<Protocol> {
  const folder = dirname(fileURLToPath(acceptance.steps)).slice(root.length);
  return { name, about, options, folder, lines: await knownLines(name) };
}

function headOf({ name, about, lines }: Protocol, page: string | null, say: Say): Html {
  const manual = page === null ? null : html`<a href="../${placeOf(page)}">${say("manual")}</a>`;
  return html`<h2 id="${name}">${name}</h2>
    <p>${about}. ${manual}</p>
    ${lines.some(({ decoding }) => decoding.isSecret) ? html`<p class="note">${say("protocols.secret")}</p>` : null}`;
}

function figuresOf(
  { name, folder, options, lines }: Protocol,
  limits: ReturnType<typeof tableOf>,
  { checkout }: Sources,
  say: Say,
): readonly Figure[] {
  const own = limits.filter(
    ([, , , where = ""]) => where.includes(`\`${folder}/`) || where.includes("`drivers/link/"),
  );
  const figure = (
    of: string,
    title: string,
    head: readonly string[],
    rows: Figure["rows"],
  ): readonly Figure[] =>
    rows.length === 0
      ? []
      : [{ id: `protocols.${name}.${of}`, title: `${name}: ${title}`, command: null, head, rows }];
  const host = Object.entries(lines[0]?.decoding.host ?? {});
  const does = {
    question: say("protocols.question"),
    order: say("protocols.order"),
    face: say("protocols.face"),
  };
  return [
    ...figure(
      "lines",
      say("protocols.lines"),
      [say("protocols.port"), "baud", say("protocols.carries")],
      lines.map(({ kind, baud, decoder }) => [
        kind,
        baud === 0 ? "–" : baud,
        [decoder.carries, ...(decoder.protocol === null ? [] : [decoder.protocol])].join(", "),
      ]),
    ),
    ...figure(
      "messages",
      say("protocols.messages"),
      [say("protocols.message"), say("what"), say("about")],
      host.map(([message, { is, about }]) => [html`<code>${message}</code>`, does[is], about]),
    ),
    ...figure(
      "options",
      say("protocols.options"),
      [say("key"), say("about"), say("value"), say("default")],
      Object.entries(options).map(([key, { about, value, otherwise }]) => [
        html`<code>${key}</code>`,
        inline(about, () => null),
        valuesText(z.toJSONSchema(value, { io: "input", unrepresentable: "any" })),
        JSON.stringify(otherwise),
      ]),
    ),
    ...figure(
      "limits",
      say("protocols.limits"),
      [say("what"), say("limit"), say("then"), say("where")],
      own.map((row) => row.map((cell) => inline(cell, () => null))),
    ),
    ...figure(
      "faults",
      say("protocols.faults"),
      [say("code"), say("costs")],
      faultsIn(checkout.root, folder).map((code) => [
        html`<a href="failures.html#fault-${code}"><code>${code}</code></a>`,
        say(`costs.${FAULTS[code].withholds}`),
      ]),
    ),
  ];
}

/** The faults that the sources of a driver name, in the order of the catalogue. */
function faultsIn(root: string, folder: string): readonly (keyof typeof FAULTS)[] {
  const texts = globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !/\.(?:test|test-help|fixture)\.ts$/.test(file))
    .map((file) => readFileSync(join(root, file), "utf8"));
  return (Object.keys(FAULTS) as (keyof typeof FAULTS)[]).filter((code) =>
    texts.some((text) => text.includes(`"${code}"`)),
  );
}
