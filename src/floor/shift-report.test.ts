import { expect, it } from "vitest";
import { shiftReportCsv } from "./shift-report.ts";

it("writes a row for each end of rounds, each event and each dispute, whatever people wrote", () => {
  const by = { name: "Jon", role: "jefe-de-mesa" };
  const at = "2026-03-01T20:00:00.000Z";
  const csv = shiftReportCsv(
    {
      from: at,
      to: at,
      rounds: [{ log: "c/r1", end: "certified", count: 31 }],
      events: [
        {
          log: "c/r1",
          fields: {
            kind: "void",
            round: 7,
            at,
            calledBy: by,
            reasons: [{ rule: "ball-left", cite: "II.1.6" }],
          },
        },
        { log: "c/r2", fields: { kind: "fault", round: null, at, device: "unit", code: "storage-short" } },
      ],
      access: [
        {
          log: "c/r1",
          fields: { kind: "access", at, detail: { what: "refused", why: "wrong-pin", name: "Eva" } },
        },
        {
          log: "c/r2",
          fields: { kind: "access", at, detail: { what: "refused", why: "wrong-pin", name: "Eva" } },
        },
        { log: "c/r2", fields: { kind: "access", at, detail: { what: "locked", name: "Eva" } } },
        { log: "c/r2", fields: { kind: "access", at, detail: { what: "locked", name: null } } },
        { log: "c/r2", fields: { kind: "access", at, detail: { what: "signed-in", name: "Ana" } } },
      ],
      disputes: [
        { log: "c/r1", round: 9, at, by, words: '=1+1, "dijo"', decides: true, keptAt: null, end: null },
      ],
    },
    (log) => log.toUpperCase(),
  );
  expect(csv.split("\r\n")).toEqual([
    "table,log,section,at,round,what,count,who",
    "C/R1,c/r1,rounds,,,certified,31,",
    `C/R1,c/r1,void,${at},7,ball-left (II.1.6),,"Jon, jefe-de-mesa"`,
    `C/R2,c/r2,fault,${at},,unit · storage-short,,`,
    `C/R1,c/r1,dispute,${at},9,"'=1+1, ""dijo"" → open",,"Jon, jefe-de-mesa"`,
    ",,people,,,pins,2,Eva",
    ",,people,,,locks,1,Eva",
    ",,people,,,voids,1,Jon",
    ",,people,,,disputes,1,Jon",
    "",
  ]);
});
