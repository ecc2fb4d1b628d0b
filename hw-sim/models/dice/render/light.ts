import type { Lamp, Light, Rgb } from "./looks.ts";

/** Numbers of one lamp sample: place x, y, z and strength. */
export const SAMPLE = 4;

/** Lamps as points that light up and as shapes that are mirrored. Radiance 1: white paper in the arena's middle. */
export interface LitBy {
  readonly light: Light;
  /** x, y, z, strength for each sample: irradiance / π of a surface is strength cosθ cosθ' / d². */
  readonly samples: Float64Array;
  /** The same with more samples: shadows show single lamps where shading does not. */
  readonly casters: Float64Array;
  /** x, y, height, inner, outer, radiance for each lamp. */
  readonly mirrors: Float64Array;
}

/** Scalar that this camera sees of a colour. */
export const brightnessOf = (c: Rgb, w: Rgb): number => c[0] * w[0] + c[1] * w[1] + c[2] * w[2];

export function prepareLight(light: Light): LitBy {
  const mirrors = light.lamps.flatMap((lamp) => {
    const { places, form } = sampled(lamp, 1);
    const area = Math.PI * (lamp.outer ** 2 - lamp.inner ** 2);
    // Lambert: white paper has radiance E/π; E is the lamp's radiance times its projected solid angle
    return [
      lamp.x,
      lamp.y,
      lamp.height,
      lamp.inner,
      lamp.outer,
      (Math.PI * lamp.share * places.length) / (area * form),
    ];
  });
  const points = (more: number): Float64Array =>
    new Float64Array(
      light.lamps.flatMap((lamp) => {
        const { places, form } = sampled(lamp, more);
        return places.flatMap(([x, y, z]) => [x, y, z, lamp.share / form]);
      }),
    );
  return { light, samples: points(1), casters: points(2), mirrors: new Float64Array(mirrors) };
}

/** Places that stand for a lamp, and the light that they give the arena's middle at strength 1. */
function sampled(lamp: Lamp, more: number): { places: [number, number, number][]; form: number } {
  const ring = lamp.inner > 0;
  const count = ring ? 8 * more : lamp.outer > 15 ? 4 * more : 1;
  const places = Array.from({ length: count }, (_, i): [number, number, number] => {
    // Golden angle over a disc, even steps round a ring
    const angle = ring ? (2 * Math.PI * i) / count + 0.4 : 2.39996 * i;
    const r =
      count === 1 ? 0 : ring ? (lamp.inner + lamp.outer) / 2 : lamp.outer * Math.sqrt((i + 0.5) / count);
    return [lamp.x + r * Math.cos(angle), lamp.y + r * Math.sin(angle), lamp.height];
  });
  const form = places.reduce((sum, [x, y, z]) => sum + (z * z) / (x * x + y * y + z * z) ** 2, 0);
  return { places, form };
}

/** Radiance of a white matt surface at p with normal n, nothing in the way. Light from everywhere is weaker from below. */
export function irradianceAt(lit: LitBy, p: ArrayLike<number>, nx: number, ny: number, nz: number): number {
  const { samples } = lit;
  const [px = 0, py = 0, pz = 0] = [p[0], p[1], p[2]];
  let sum = lit.light.ambient * (0.65 + 0.35 * nz);
  for (let i = 0; i < samples.length; i += SAMPLE) {
    const x = (samples[i] ?? 0) - px;
    const y = (samples[i + 1] ?? 0) - py;
    const z = (samples[i + 2] ?? 0) - pz;
    const facing = x * nx + y * ny + z * nz;
    if (facing <= 0 || z <= 0) continue;
    const d2 = x * x + y * y + z * z;
    sum += ((samples[i + 3] ?? 0) * facing * z) / (d2 * d2);
  }
  return sum;
}

/**
 * What a mirror at p shows in direction r: lamps, their borders softened by the roughness (tangent), else the ceiling, or
 * the cloth when r looks down.
 */
export function mirroredRadiance(
  lit: LitBy,
  p: ArrayLike<number>,
  r: ArrayLike<number>,
  rough: number,
  cloth: number,
): number {
  const rx = r[0] ?? 0;
  const ry = r[1] ?? 0;
  const rz = r[2] ?? 0;
  if (rz <= 0.02) return cloth * 0.7;
  const px = p[0] ?? 0;
  const py = p[1] ?? 0;
  const pz = p[2] ?? 0;
  const { mirrors } = lit;
  let sum = lit.light.ceiling;
  for (let i = 0; i < mirrors.length; i += 6) {
    const t = ((mirrors[i + 2] ?? 0) - pz) / rz;
    if (t <= 0) continue;
    const x = px + rx * t - (mirrors[i] ?? 0);
    const y = py + ry * t - (mirrors[i + 1] ?? 0);
    const inner = mirrors[i + 3] ?? 0;
    const outer = mirrors[i + 4] ?? 0;
    const soft = rough * t + 0.5;
    const far = Math.sqrt(x * x + y * y);
    if (far > outer + 2 * soft) continue;
    const out = step((outer - far) / soft);
    const within = inner > 0 ? step((far - inner) / soft) : 1;
    const width = inner > 0 ? outer - inner : outer;
    // A lamp narrower than the blur keeps its energy: the wider the blur, the dimmer
    const thin = inner > 0 ? width / (width + soft) : (width * width) / (width * width + soft * soft);
    sum += (mirrors[i + 5] ?? 0) * out * within * thin;
  }
  return sum;
}

/** 0 below -1, 1 above 1, smooth between. */
function step(x: number): number {
  if (x <= -1) return 0;
  if (x >= 1) return 1;
  const t = (x + 1) / 2;
  return t * t * (3 - 2 * t);
}

/** Schlick 1994, for n = 1.49. */
export function fresnelShare(cos: number): number {
  const m = 1 - cos;
  const m2 = m * m;
  return 0.0387 + 0.9613 * m2 * m2 * m;
}
