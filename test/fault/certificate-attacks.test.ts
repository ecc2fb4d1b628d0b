import { generateKeyPairSync, webcrypto, X509Certificate, type KeyObject } from "node:crypto";
import { Sequence, Set as AsnSet, Utf8String } from "asn1js";
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from "pkijs";
import { beforeAll, expect, it } from "vitest";
import { issueCertificate, keyOfRequest, makeAuthority } from "../../firmware/office/authority/x509.ts";
import { DAY_MS, HOUR_MS, serialOf, type Authority } from "../../src/orders/certificate.ts";
import { judgeOrder, type OrderRefusal } from "../../src/orders/judge.ts";
import { formatOrder, lineOfOrder } from "../../src/orders/order.ts";
import { requestOf } from "../../src/orders/renewal.ts";
import { systemClock } from "../../src/time/system-clock.ts";
import { lineBy, signatureBy } from "../support/orders.ts";

/**
 * Certificates that an authority's key, or somebody else's, could have signed, each under an order that is right but for them. One that
 * counts says which clause lets it.
 */

const TABLE = "tirada.example/casino-1/table-07";
const now = systemClock().wall();
const SPAN = { from: now - HOUR_MS, to: now + HOUR_MS };
type Pair = { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
const pairOf = (namedCurve = "P-256"): Pair => generateKeyPairSync("ec", { namedCurve });

const of = pairOf();
const ana = pairOf();
let own: X509Certificate;
let good: X509Certificate;
let authority: Authority;

beforeAll(async () => {
  own = await makeAuthority(of.privateKey, of.publicKey, "casino-1", SPAN);
  good = await issued({ key: of.privateKey, certificate: own }, ana);
  authority = { certificate: own, list: { number: 1, ...SPAN, revoked: new Set() } };
});

async function issued(
  issuer: { readonly key: KeyObject; readonly certificate: X509Certificate },
  { privateKey }: Pair,
  name = "Ana Soto",
  as: string = "tecnico",
): Promise<X509Certificate> {
  const request = await keyOfRequest(await requestOf(privateKey));
  return issueCertificate(issuer, request!, { name, as, hosts: [] }, SPAN);
}

const signingKey = (key: KeyObject): Promise<webcrypto.CryptoKey> =>
  webcrypto.subtle.importKey(
    "pkcs8",
    key.export({ type: "pkcs8", format: "der" }),
    { name: "ECDSA", namedCurve: "P-256" },
    false,
    ["sign"],
  );

/** Ana's certificate with something else in it, signed again. */
async function changed(
  change: (made: Certificate) => void,
  by = of.privateKey,
  hash = "SHA-256",
): Promise<Buffer> {
  const made = Certificate.fromBER(good.raw);
  change(made);
  await made.sign(await signingKey(by), hash);
  return Buffer.from(made.toSchema(true).toBER(false));
}

const NAME = "2.5.4.3";
const UNIT = "2.5.4.11";
const named = (...parts: readonly (readonly [string, string])[]) =>
  changed((made) => {
    const sets = parts.map(
      ([type, value]) =>
        new AsnSet({
          value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()],
        }),
    );
    made.subject = RelativeDistinguishedNames.fromBER(new Sequence({ value: sets }).toBER());
  });
const person = (name: string, as = "tecnico"): Promise<Buffer> => named([NAME, name], [UNIT, as]);
const withExtension = (extnID: string, bytes: ArrayBuffer | null, critical = false): Promise<Buffer> =>
  changed((made) => {
    const others = (made.extensions ?? []).filter((one) => one.extnID !== extnID);
    made.extensions =
      bytes === null ? others : [...others, new Extension({ extnID, critical, extnValue: bytes })];
  });
const usedFor = (...uses: readonly string[]): Promise<Buffer> =>
  withExtension("2.5.29.37", new ExtKeyUsage({ keyPurposes: [...uses] }).toSchema().toBER(false));
const lasting = (from: number, to: number): Promise<Buffer> =>
  changed((made) => {
    made.notBefore = new Time({ value: new Date(from) });
    made.notAfter = new Time({ value: new Date(to) });
  });
const withKey = (key: KeyObject): Promise<Buffer> =>
  changed((made) => {
    made.subjectPublicKeyInfo = PublicKeyInfo.fromBER(
      Uint8Array.from(key.export({ type: "spki", format: "der" })),
    );
  });
const flipped = (at: (length: number) => number): Buffer => {
  const bytes = Buffer.from(good.raw);
  const place = at(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
};
const serial = (): string => serialOf(good.serialNumber);

interface Attack {
  readonly der: () => Buffer | Promise<Buffer>;
  readonly is: OrderRefusal;
  readonly authority?: () => Authority;
}
const attack = (is: OrderRefusal, der: Attack["der"], by?: Attack["authority"]): Attack => ({
  is,
  der,
  ...(by !== undefined && { authority: by }),
});
const listed = (change: Partial<Authority["list"]>) => (): Authority => ({
  ...authority,
  list: { ...authority.list, ...change },
});

const ATTACKS: Readonly<Record<string, Attack>> = {
  "no bytes": attack("certificate-malformed", () => Buffer.alloc(0)),
  "one byte": attack("certificate-malformed", () => Buffer.from([0x30])),
  "PEM where DER belongs": attack("certificate-malformed", () => Buffer.from(good.toString())),
  "a byte behind it": attack("certificate-malformed", () => Buffer.concat([good.raw, Buffer.from([0])])),
  "another certificate behind it": attack("certificate-malformed", () => Buffer.concat([good.raw, own.raw])),
  "its last byte gone": attack("certificate-malformed", () => good.raw.subarray(0, -1)),
  "a bit of its signature flipped": attack("certificate-foreign", () => flipped((length) => length - 3)),
  "a bit of its name flipped": attack("certificate-foreign", () => flipped(() => good.raw.indexOf("Ana Soto"))),
  "signed by itself in the authority's name": attack("certificate-foreign", () =>
    changed(() => undefined, ana.privateKey),
  ),
  "of another authority of the same name": attack("certificate-foreign", async () => {
    const other = pairOf();
    const twin = await makeAuthority(other.privateKey, other.publicKey, "casino-1", SPAN);
    return (await issued({ key: other.privateKey, certificate: twin }, ana)).raw;
  }),
  "of another authority": attack("certificate-foreign", async () => {
    const other = pairOf();
    const foreign = await makeAuthority(other.privateKey, other.publicKey, "casino-2", SPAN);
    return (await issued({ key: other.privateKey, certificate: foreign }, ana)).raw;
  }),
  "issued by another person": attack("certificate-foreign", async () => {
    const ben = pairOf();
    const certificate = await issued({ key: of.privateKey, certificate: own }, ben, "Ben Ruiz");
    return (await issued({ key: ben.privateKey, certificate }, ana)).raw;
  }),
  "issued by an authority that this one vouches for": attack("certificate-foreign", async () => {
    const below = pairOf();
    const middle = new X509Certificate(
      await changed((made) => {
        made.subject = RelativeDistinguishedNames.fromBER(
          new Sequence({
            value: [
              new AsnSet({
                value: [
                  new AttributeTypeAndValue({
                    type: NAME,
                    value: new Utf8String({ value: "below" }),
                  }).toSchema(),
                ],
              }),
            ],
          }).toBER(),
        );
        made.subjectPublicKeyInfo = PublicKeyInfo.fromBER(
          Uint8Array.from(below.publicKey.export({ type: "spki", format: "der" })),
        );
        const extnValue = new BasicConstraints({ cA: true }).toSchema().toBER(false);
        made.extensions = [
          ...(made.extensions ?? []).filter(({ extnID }) => extnID !== "2.5.29.19"),
          new Extension({ extnID: "2.5.29.19", critical: true, extnValue }),
        ];
      }),
    );
    return (await issued({ key: below.privateKey, certificate: middle }, ana)).raw;
  }),
  "the authority's own": attack("certificate-malformed", () => own.raw),
  "an authority's, of a person": attack("certificate-malformed", () =>
    withExtension("2.5.29.19", new BasicConstraints({ cA: true }).toSchema().toBER(false), true),
  ),
  "for no use": attack("certificate-malformed", () => withExtension("2.5.29.37", null)),
  "for a server": attack("certificate-malformed", () => usedFor("1.3.6.1.5.5.7.3.1")),
  "for programs": attack("certificate-malformed", () => usedFor("1.3.6.1.5.5.7.3.3")),
  "for a client and programs": attack("certificate-malformed", () =>
    usedFor("1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.3"),
  ),
  "for any use": attack("certificate-malformed", () => usedFor("2.5.29.37.0")),
  "of version 1, without extensions": attack("certificate-malformed", () =>
    changed((made) => {
      made.version = 0;
      delete made.extensions;
    }),
  ),
  "with a critical extension that nobody knows": attack("certificate-malformed", () =>
    withExtension("1.3.6.1.4.1.99999.1", new Utf8String({ value: "x" }).toBER(false), true),
  ),
  "of a role that nobody has": attack("certificate-malformed", () => person("Ana Soto", "croupier")),
  "of an empty role": attack("certificate-malformed", () => person("Ana Soto", "")),
  "of a role in capitals": attack("certificate-malformed", () => person("Ana Soto", "TECNICO")),
  "of a role with a blank": attack("certificate-malformed", () => person("Ana Soto", "tecnico ")),
  "without a role": attack("certificate-malformed", () => named([NAME, "Ana Soto"])),
  "of two roles": attack("certificate-malformed", () =>
    named([NAME, "Ana Soto"], [UNIT, "inspector"], [UNIT, "tecnico"]),
  ),
  "of a machine": attack("wrong-role", () => person("Ana Soto", "unit")),
  "of a relay": attack("wrong-role", () => person("Ana Soto", "relay")),
  "of a role that may not": attack("wrong-role", () => person("Ana Soto", "inspector")),
  "without a name": attack("certificate-malformed", () => named([UNIT, "tecnico"])),
  "of two names": attack("certificate-malformed", () =>
    named([NAME, "Ana Soto"], [NAME, "Ben Ruiz"], [UNIT, "tecnico"]),
  ),
  "of an empty name": attack("certificate-malformed", () => person("")),
  "of 65 letters": attack("certificate-malformed", () => person("a".repeat(65))),
  "of a name with a line feed": attack("certificate-malformed", () => person("Ana\nSoto")),
  "of a name that turns its writing around": attack("certificate-malformed", () => person("Ana\u202ESoto")),
  "of a name of two scripts": attack("certificate-malformed", () => person("\u0410na Soto")),
  "of a name with a letter that is not seen": attack("certificate-malformed", () => person("Ana\u200BSoto")),
  "of an RSA key": attack("certificate-malformed", () =>
    withKey(generateKeyPairSync("rsa", { modulusLength: 2_048 }).publicKey),
  ),
  "of a key of P-384": attack("certificate-malformed", () => withKey(pairOf("P-384").publicKey)),
  "of an Ed25519 key": attack("certificate-malformed", () => withKey(generateKeyPairSync("ed25519").publicKey)),
  "of somebody else's key": attack("changed", () => withKey(pairOf().publicKey)),
  "that begins later": attack("certificate-early", () => lasting(now + 1_000, now + HOUR_MS)),
  "that is over": attack("certificate-expired", () => lasting(now - HOUR_MS, now - 1_000)),
  "of 13 hours": attack("certificate-too-long", () => lasting(now - HOUR_MS, now + 12 * HOUR_MS)),
  "that ends before it begins": attack("certificate-early", () => lasting(now + HOUR_MS, now - HOUR_MS)),
  "signed with SHA-1": attack("certificate-malformed", () => changed(() => undefined, of.privateKey, "SHA-1")),
  revoked: attack(
    "certificate-revoked",
    () => good.raw,
    () => listed({ revoked: new Set([serial()]) })(),
  ),
  "under a list that is over": attack("revocation-list-old", () => good.raw, listed({ to: now })),
  "under a list of eight days": attack(
    "revocation-list-old",
    () => good.raw,
    listed({ from: now - 7 * DAY_MS, to: now + DAY_MS }),
  ),
};

it("counts where nothing is wrong with it", async () => {
  expect(await judged({ der: () => good.raw, is: "malformed" })).toBe("accepted");
  expect(await judged({ der: () => person("Ana Soto"), is: "malformed" })).toBe("accepted");
});

it.each(Object.entries(ATTACKS))("%s: refused by name", async (_, one) => {
  expect(await judged(one)).toBe(one.is);
});

async function judged({ der, authority: by = () => authority }: Attack): Promise<string> {
  const bytes = await der();
  const held = {
    name: "Ana Soto",
    cert: good.toString(),
    key: ana.privateKey.export({ type: "pkcs8", format: "pem" }) as string,
  };
  const subject = ((): string => {
    try {
      return new X509Certificate(bytes).toLegacyObject().subject["CN"] as unknown as string;
    } catch {
      return "Ana Soto";
    }
  })();
  const digest = Buffer.from(await webcrypto.subtle.digest("SHA-256", Uint8Array.from(bytes))).toString("hex");
  const name = typeof subject === "string" && subject !== "" && subject.length <= 64 ? subject : "Ana Soto";
  const line = lineOfOrder(lineBy(held, TABLE, { certificate: digest, person: name }));
  const text = formatOrder(line, [{ ...signatureBy(held, line), certificate: bytes }]);
  const result = judgeOrder(text, { authority: by(), table: TABLE, now, earliest: now - DAY_MS, numbers: {} });
  return result.ok ? "accepted" : result.why;
}
