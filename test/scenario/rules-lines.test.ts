import { describe, expect, it } from "vitest";
import { DICE_TYPES, SHOE_TYPES, WHEEL_TYPES } from "../../firmware/table/config/devices.ts";
import { listPacks } from "../../firmware/table/rules/load.ts";
import { notesOf } from "../../firmware/table/rules/notes.ts";
import { coverageFor } from "../../firmware/table/setup/table-setup.ts";
import { bookletPage } from "../../src/booklet/page.ts";
import type { Coverage } from "../../src/rules/coverage.ts";
import { coverageText } from "../../src/rules/coverage-text.ts";
import { diffText, packDiff } from "../../src/rules/diff.ts";
import { citeText, type Pack, rulebookName } from "../../src/rules/pack.ts";
import { sourceWithoutLines, withoutLines } from "../../src/rules/without-lines.ts";
import { ruleView } from "../../src/table/kernel/view/view-rule.ts";
import { LANGUAGES } from "../../src/text/language.ts";

/** Lines of the texts as they were read, which nobody else has: `l. 12`, `ll. 12–14`, `line 3`, `lines 3 to 5`. */
const LINES = /\bll?\. ?\d|\blines? \d/i;

const DEVICES: Readonly<Record<string, readonly { readonly name: string }[]>> = {
  wheel: WHEEL_TYPES,
  shoe: SHOE_TYPES,
  dice: DICE_TYPES,
};
const PACKS = listPacks();

/** What every device of its family sees of a pack; a device that cannot play it is left out. */
function coveragesOf(pack: Pack): readonly Coverage[] {
  return (DEVICES[pack.family] ?? []).flatMap(({ name: device }) => {
    try {
      return [coverageFor(rulebookName(pack), device, [])];
    } catch {
      return [];
    }
  });
}

/** Every text in four languages that a pack holds, as screens take it. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  if (LANGUAGES.every((language) => language in value)) return Object.values(value as Record<string, string>);
  return Object.values(value).flatMap(textsIn);
}

describe("the lines of our transcriptions", () => {
  it("are in no booklet of any pack", () => {
    for (const { pack, digest, name } of PACKS) {
      const page = bookletPage({
        pack,
        digest,
        notes: notesOf(pack.jurisdiction),
        coverage: null,
        language: "es",
      });
      expect(LINES.exec(page)?.[0], `${name}: ${around(page)}`).toBeUndefined();
    }
  });

  it("are in no coverage, and in no booklet of a table", () => {
    let covered = 0;
    for (const { pack, digest, name } of PACKS)
      for (const seen of coveragesOf(pack)) {
        covered += 1;
        expect(coverageText(seen, "en"), name).not.toMatch(LINES);
        const page = bookletPage({
          pack,
          digest,
          notes: notesOf(pack.jurisdiction),
          coverage: { device: "x", seen },
          language: "en",
        });
        expect(LINES.exec(page)?.[0], `${name}: ${around(page)}`).toBeUndefined();
      }
    expect(covered).toBeGreaterThan(PACKS.length / 2);
  });

  it("are in no text that a screen or a record takes of a pack", () => {
    for (const { pack, name } of PACKS) {
      for (const text of textsIn(pack)) expect(text, name).not.toMatch(LINES);
      for (const rule of pack.rules)
        expect(JSON.stringify(ruleView(pack, rule.id, citeText(rule.cite), rule.text)), name).not.toMatch(
          LINES,
        );
    }
  });

  it("are in nothing that two editions say otherwise", () => {
    for (const { pack, name } of PACKS) {
      const unframed = { ...pack, rules: [], steps: [], announcements: [], remarks: [] };
      for (const found of [packDiff(pack, unframed), packDiff(unframed, pack)]) {
        const text = diffText("a", "b", found);
        expect(text, name).toContain("remark");
        expect(LINES.exec(text)?.[0], `${name}: ${around(text)}`).toBeUndefined();
      }
    }
  });

  it("give way to the section in which the pack cites them, in remarks", () => {
    const { pack } = PACKS.find(({ id }) => id === "cl/war")!;
    const said = (text: string): string => withoutLines(pack, text);
    expect(said("finished with the cards left (line 3567) or not")).toBe(
      "finished with the cards left (III.4.4) or not",
    );
    expect(said("One card is burnt by line 3534; line 3617 speaks of five.")).toBe(
      "One card is burnt by III.4.4; III.4.6 speaks of five.",
    );
    expect(said("Nobody cites this (lines 1 to 3; 5, 7–8).")).toBe("Nobody cites this.");
    expect(said("Line 1 says so, and line 2.")).toBe("Another place says so, and another place.");
    expect(said("By line 3534, it is one (3617).")).toBe("By III.4.4, it is one (III.4.6).");
    expect(said("A deck of 104 (52) cards, and a line of cards (2).")).toBe(
      "A deck of 104 (52) cards, and a line of cards (2).",
    );
  });

  it("leave the section alone, in the source of a table", () => {
    const cite = { section: "art. 2, 09.VI", lines: [1, 9] } as const;
    const said = (source: string): string => sourceWithoutLines(source, cite);
    expect(said("Chile, III.3.5.1, ll. 2100–2127; 2252–2285")).toBe("Chile, III.3.5.1");
    expect(said("Asturias, Anexo I A, ll. 152–215; C.3, ll. 465–472")).toBe("Asturias, Anexo I A; C.3");
    expect(said("País Vasco, ll. 2578–2618 (es), 2548–2588 (eu); 2522, 2492 (eu)")).toBe(
      "País Vasco, art. 2, 09.VI",
    );
    expect(said("País Vasco, ll. 1–2 (es); the banca's table from Cantabria, ll. 3–4")).toBe(
      "País Vasco, art. 2, 09.VI; the banca's table from Cantabria",
    );
    expect(sourceWithoutLines("Galicia, l. 167", null)).toBe("Galicia");
  });
});

/** What stands around the lines that a page names, for the message of a test. */
const around = (page: string): string =>
  page.slice(Math.max(0, page.search(LINES) - 80), page.search(LINES) + 80);
