// Writes the product's own drawings of faces as JSON to stdout: { "<set> <face>": base64 of SIDE * SIDE ink coverages }.
// The training draws its dice from these, so that artwork has one home (src/dice/art).
import { artOf, drawFace } from "../../src/dice/art/faces.ts";
import { facesOf } from "../../src/dice/faces.ts";

const SIDE = 128;
const out = {};
for (const face of facesOf("symbols"))
  out[`symbols ${face}`] = Buffer.from(drawFace(artOf("symbols", face), SIDE, 2)).toString("base64");
process.stdout.write(JSON.stringify({ side: SIDE, faces: out }));
