import { expect, test } from "vitest";
import { TestAuthority, NOW } from "../orders/authority.test-help.ts";
import { publicKeyId, serialOf } from "../orders/certificate.ts";
import { randomFrom } from "../time/random-source.ts";
import { actFault, signAct } from "./signed-act.ts";

test("an act with any byte of what was said, its signature or its certificate changed is none, and ends nothing", async () => {
  const authority = await TestAuthority.make();
  const { certificate, key, name } = await authority.issue("Ana", "tecnico");
  const content = { does: "retire-table", log: "tirada.test/casino-1/table-1", instead: null } as const;
  const act = signAct({ v: 1, at: NOW, ...content }, key, certificate);
  const author = {
    person: name,
    role: "tecnico",
    key: publicKeyId(certificate.publicKey),
    serial: serialOf(certificate.serialNumber),
  };
  const row = { author, content, at: NOW };
  expect(actFault(act, authority.certificate, row)).toBe(null);
  const random = randomFrom("acts");
  const flipped = (bytes: Uint8Array): Uint8Array => {
    const changed = Uint8Array.from(bytes);
    changed[random.below(changed.length)]! ^= 1 << random.below(8);
    return changed;
  };
  for (let n = 0; n < 400; n++) {
    const said = Buffer.from(flipped(Buffer.from(act.said))).toString("latin1");
    const changes = [{ said }, { sig: flipped(act.sig) }, { certificate: flipped(act.certificate) }];
    expect(actFault({ ...act, ...random.pick(changes) }, authority.certificate, row)).not.toBe(null);
  }
});
