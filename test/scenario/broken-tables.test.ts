import { expect, it } from "vitest";
import { FINDING_LEVELS } from "../../src/codes/findings.ts";
import type { DoctorReport } from "../../firmware/care/doctor/report.ts";
import { LANGUAGES } from "../../src/text/language.ts";
import { US_PER_MS } from "../../src/time/instant.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { asPattern, BROKEN_UNITS } from "../support/broken-tables.ts";

/** Tables that are broken from outside, each of which finds its cause itself, with what to do, in four languages. How the page says it: `test/browser/technician-broken.test.ts`. */

const clock = systemClock();
/** The doctor is a program of a lower priority. */
const FOUND_MS = 60_000;
const GRAVE = FINDING_LEVELS.slice(0, 2);

/** What the doctor found last of the table at this address. */
async function examined(url: string): Promise<DoctorReport | null> {
  await fetch(new URL("technician/doctor/start", url), {
    method: "POST",
    headers: { origin: new URL(url).origin },
  });
  const answer = await fetch(new URL("technician/doctor/data", url));
  return ((await answer.json()) as { readonly report: DoctorReport | null }).report;
}

it.each(BROKEN_UNITS)("$name", { timeout: FOUND_MS + 60_000 }, async ({ name, cause, remedy, start }) => {
  const url = await start();
  const until = clock.now() + FOUND_MS * US_PER_MS;
  let bad: DoctorReport["findings"] = [];
  const isFound = (): boolean => bad.some(({ text }) => asPattern(cause, "es").test(text.es));
  while (!isFound() && clock.now() < until) {
    await clock.sleep(500 * US_PER_MS);
    bad = ((await examined(url))?.findings ?? []).filter(({ level }) => GRAVE.includes(level));
  }
  const said = bad.map(({ code, text }) => `${code}: ${text.es}`).join("; ");
  for (const language of LANGUAGES)
    expect(
      bad.filter(
        ({ text, remedy: does }) =>
          asPattern(cause, language).test(text[language]) && asPattern(remedy, language).test(does[language]),
      ),
      `${name}: ${said}`,
    ).not.toEqual([]);
  if (name !== "swapped cable") return;
  // The cause comes before what it brings about, which says nothing to do itself.
  expect(bad[0]?.code).toBe("device-exchanged");
  for (const { code, remedy: does } of bad)
    if (/^fault:(?:device-silent|device-garbled|line-noise)$/.test(code)) expect(does.en).toBe("");
});
