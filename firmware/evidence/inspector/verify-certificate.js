const e = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/`;
function t(t) {
  let n = ``;
  for (let r = 0; r < t.length; r += 3) {
    let [i = 0, a = 0, o = 0] = t.subarray(r, r + 3),
      s = [i >> 2, ((i & 3) << 4) | (a >> 4), ((a & 15) << 2) | (o >> 6), o & 63],
      c = Math.min(3, t.length - r) + 1;
    n += s.map((t, n) => (n < c ? (e[t] ?? ``) : `=`)).join(``);
  }
  return n;
}
function n(t) {
  let n = [],
    [r, i] = [0, 0];
  for (let a of t.replaceAll(`-`, `+`).replaceAll(`_`, `/`)) {
    let t = e.indexOf(a);
    if (a === `=`) break;
    t < 0 || ((r = ((r << 6) | t) & 65535), (i += 6), i >= 8 && n.push((r >> (i -= 8)) & 255));
  }
  return n;
}
function r(e, t) {
  return t === `utf8`
    ? new TextEncoder().encode(e)
    : t === `hex`
      ? (e.match(/../g) ?? []).map((e) => Number.parseInt(e, 16))
      : n(e);
}
var i = class extends Uint8Array {
  toString(e = `utf8`, n = 0, r = this.length) {
    let i = Uint8Array.prototype.slice.call(this, n, r);
    if (e === `utf8`) return new TextDecoder(`utf-8`, { ignoreBOM: !0 }).decode(i);
    if (e === `hex`) return Array.from(i, (e) => e.toString(16).padStart(2, `0`)).join(``);
    let a = t(i);
    return e === `base64` ? a : a.replaceAll(`+`, `-`).replaceAll(`/`, `_`).replaceAll(`=`, ``);
  }
  equals(e) {
    return l(this, e) === 0;
  }
  writeUInt32BE(e) {
    return (new DataView(this.buffer, this.byteOffset, this.byteLength).setUint32(0, e), 4);
  }
  readBigUInt64BE(e) {
    return new DataView(this.buffer, this.byteOffset, this.byteLength).getBigUint64(e);
  }
};
function a(e, t, n) {
  return typeof e == `string`
    ? o(r(e, typeof t == `string` ? t : `utf8`))
    : e instanceof ArrayBuffer
      ? new i(e, typeof t == `number` ? t : 0, n ?? e.byteLength)
      : o(e);
}
const o = (e) => new i(Array.from(e)),
  s = (e) => new i(e);
function c(e) {
  let t = new i(e.reduce((e, t) => e + t.length, 0)),
    n = 0;
  for (let r of e) (t.set(r, n), (n += r.length));
  return t;
}
function l(e, t) {
  for (let n = 0; n < Math.min(e.length, t.length); n++) {
    let r = (e[n] ?? 0) - (t[n] ?? 0);
    if (r !== 0) return Math.sign(r);
  }
  return Math.sign(e.length - t.length);
}
Object.assign(globalThis, { Buffer: Object.assign(i, { from: a, alloc: s, concat: c, compare: l }) });
const u = BigInt(2 ** 32 - 1),
  d = BigInt(32);
function f(e, t = !1) {
  return t
    ? { h: Number(e & u), l: Number((e >> d) & u) }
    : { h: Number((e >> d) & u) | 0, l: Number(e & u) | 0 };
}
function p(e, t = !1) {
  let n = e.length,
    r = new Uint32Array(n),
    i = new Uint32Array(n);
  for (let a = 0; a < n; a++) {
    let { h: n, l: o } = f(e[a], t);
    [r[a], i[a]] = [n, o];
  }
  return [r, i];
}
const m = (e) => (e / 2 ** 32) | 0,
  h = (e) => e >>> 0;
function g(e, t, n, r) {
  let i = m(n),
    a = h(n);
  (e.setUint32(t, r ? a : i, r), e.setUint32(t + 4, r ? i : a, r));
}
const _ = (e, t, n) => e >>> n,
  v = (e, t, n) => (e << (32 - n)) | (t >>> n),
  y = (e, t, n) => (e >>> n) | (t << (32 - n)),
  b = (e, t, n) => (e << (32 - n)) | (t >>> n),
  x = (e, t, n) => (e << (64 - n)) | (t >>> (n - 32)),
  S = (e, t, n) => (e >>> (n - 32)) | (t << (64 - n));
function C(e, t, n, r) {
  let i = (t >>> 0) + (r >>> 0);
  return { h: (e + n + ((i / 2 ** 32) | 0)) | 0, l: i | 0 };
}
const ee = (e, t, n) => (e >>> 0) + (t >>> 0) + (n >>> 0),
  te = (e, t, n, r) => (t + n + r + ((e / 2 ** 32) | 0)) | 0,
  ne = (e, t, n, r) => (e >>> 0) + (t >>> 0) + (n >>> 0) + (r >>> 0),
  re = (e, t, n, r, i) => (t + n + r + i + ((e / 2 ** 32) | 0)) | 0,
  ie = (e, t, n, r, i) => (e >>> 0) + (t >>> 0) + (n >>> 0) + (r >>> 0) + (i >>> 0),
  ae = (e, t, n, r, i, a) => (t + n + r + i + a + ((e / 2 ** 32) | 0)) | 0;
function w(e) {
  return (
    e instanceof Uint8Array ||
    (ArrayBuffer.isView(e) &&
      e.constructor.name === `Uint8Array` &&
      `BYTES_PER_ELEMENT` in e &&
      e.BYTES_PER_ELEMENT === 1)
  );
}
const T = (e) => (e ? `"${e}" ` : ``);
function oe(e, t = ``) {
  if (typeof e != `number`) throw TypeError(T(t) + `expected number, got ` + typeof e);
  if (!Number.isSafeInteger(e) || e < 0) throw RangeError(T(t) + `expected integer >= 0, got ` + e);
  return e;
}
function se(e, t, n = ``) {
  if (w(e) && (t === void 0 || e.length === t)) return e;
  t !== void 0 && oe(t, `length`);
  let r = w(e),
    i = t === void 0 ? `` : ` of length ${t}`,
    a = r ? `length=${e.length}` : `type=${typeof e}`,
    o = T(n) + `expected Uint8Array` + i + `, got ` + a;
  throw r ? RangeError(o) : TypeError(o);
}
const ce = (e, t) => {
    if (typeof e != `object` || !e || Array.isArray(e))
      throw TypeError((t === `object` ? `` : `"${t}" `) + `expected object, got type=` + typeof e);
  },
  le = (e, t) => {
    ce(e, t);
    let n = Object.getPrototypeOf(e);
    if (n !== Object.prototype && n !== null) throw TypeError(`"${t}" expected plain object`);
    if (Object.hasOwn(e, `__proto__`)) throw TypeError(`"${t}.__proto__" is not allowed`);
  };
function ue(e, t = !0) {
  if (e.destroyed) throw Error(`hash was destroyed`);
  if (t && e.finished) throw Error(`digest() was already called`);
}
function de(e, t) {
  se(e, void 0, `output`);
  let n = t.outputLen;
  if (!(e.length >= n)) throw RangeError(`"output" expected length >= ` + n);
}
function E(...e) {
  for (let t = 0; t < e.length; t++) e[t].fill(0);
}
function fe(e) {
  return new DataView(e.buffer, e.byteOffset, e.byteLength);
}
function D(e, t) {
  return (e << (32 - t)) | (e >>> t);
}
function pe(e, t, n = `opts`) {
  return (le(e, `defaults`), t !== void 0 && le(t, n), Object.assign(Object.create(null), e, t));
}
function me(e, t = {}) {
  if (typeof e != `function`) throw TypeError(`"hashCons" expected function, got type=` + typeof e);
  t = pe({}, t, `info`);
  let n = (t, n) => e(n).update(t).digest(),
    r = e(void 0);
  return (
    (n.outputLen = r.outputLen),
    (n.blockLen = r.blockLen),
    (n.canXOF = r.canXOF),
    (n.create = (t) => e(t)),
    Object.assign(n, t),
    Object.freeze(n)
  );
}
const he = (e) => ({ oid: Uint8Array.from([6, 9, 96, 134, 72, 1, 101, 3, 4, 2, e]) });
function ge(e, t, n) {
  return (e & t) ^ (~e & n);
}
function _e(e, t, n) {
  return (e & t) ^ (e & n) ^ (t & n);
}
var ve = class {
  blockLen;
  outputLen;
  canXOF = !1;
  padOffset;
  isLE;
  buffer;
  view;
  finished = !1;
  length = 0;
  pos = 0;
  destroyed = !1;
  constructor(e, t, n, r) {
    ((this.blockLen = e),
      (this.outputLen = t),
      (this.padOffset = n),
      (this.isLE = r),
      (this.buffer = new Uint8Array(e)),
      (this.view = fe(this.buffer)));
  }
  update(e) {
    (ue(this), se(e));
    let { view: t, buffer: n, blockLen: r } = this,
      i = e.length,
      a = !1;
    for (let o = 0; o < i;) {
      let s = Math.min(r - this.pos, i - o);
      if (s === r) {
        let t = fe(e);
        for (; r <= i - o; o += r) this.process(t, o);
        a = !0;
      } else
        (n.set(o === 0 && s === i ? e : e.subarray(o, o + s), this.pos),
          (this.pos += s),
          (o += s),
          this.pos === r && (this.process(t, 0), (this.pos = 0), (a = !0)));
    }
    return ((this.length += e.length), a && this.roundClean(), this);
  }
  digestInto(e) {
    (ue(this), de(e, this), (this.finished = !0));
    let { buffer: t, view: n, blockLen: r, isLE: i } = this,
      { pos: a } = this;
    ((t[a++] = 128),
      t.fill(0, a),
      this.padOffset > r - a && (this.process(n, 0), t.fill(0)),
      g(n, r - 8, this.length * 8, i),
      this.process(n, 0),
      this.roundClean());
    let o = e === t ? n : fe(e),
      s = this.outputLen,
      c = s / 4,
      l = this.get();
    if (s % 4 || c > l.length) throw Error(`invalid outputLen`);
    for (let e = 0; e < c; e++) o.setUint32(4 * e, l[e], i);
  }
  digest() {
    let { buffer: e, outputLen: t } = this;
    this.digestInto(e);
    let n = e.slice(0, t);
    return (this.destroy(), n);
  }
  _cloneIntoMeta(e) {
    let { buffer: t, length: n, finished: r, destroyed: i, pos: a } = this;
    return ((e.destroyed = i), (e.finished = r), (e.length = n), (e.pos = a), a && e.buffer.set(t), e);
  }
  clone() {
    return this._cloneInto();
  }
};
const ye = Uint32Array.from([
    1779033703, 3144134277, 1013904242, 2773480762, 1359893119, 2600822924, 528734635, 1541459225,
  ]),
  be = Uint32Array.from([
    1779033703, 4089235720, 3144134277, 2227873595, 1013904242, 4271175723, 2773480762, 1595750129, 1359893119,
    2917565137, 2600822924, 725511199, 528734635, 4215389547, 1541459225, 327033209,
  ]),
  xe = Uint32Array.from([
    1116352408, 1899447441, 3049323471, 3921009573, 961987163, 1508970993, 2453635748, 2870763221, 3624381080,
    310598401, 607225278, 1426881987, 1925078388, 2162078206, 2614888103, 3248222580, 3835390401, 4022224774,
    264347078, 604807628, 770255983, 1249150122, 1555081692, 1996064986, 2554220882, 2821834349, 2952996808,
    3210313671, 3336571891, 3584528711, 113926993, 338241895, 666307205, 773529912, 1294757372, 1396182291,
    1695183700, 1986661051, 2177026350, 2456956037, 2730485921, 2820302411, 3259730800, 3345764771, 3516065817,
    3600352804, 4094571909, 275423344, 430227734, 506948616, 659060556, 883997877, 958139571, 1322822218,
    1537002063, 1747873779, 1955562222, 2024104815, 2227730452, 2361852424, 2428436474, 2756734187, 3204031479,
    3329325298,
  ]),
  O = new Uint32Array(64);
var Se = class extends ve {
    A = 0;
    B = 0;
    C = 0;
    D = 0;
    E = 0;
    F = 0;
    G = 0;
    H = 0;
    constructor(e, t) {
      (super(64, e, 8, !1),
        (this.A = t[0] | 0),
        (this.B = t[1] | 0),
        (this.C = t[2] | 0),
        (this.D = t[3] | 0),
        (this.E = t[4] | 0),
        (this.F = t[5] | 0),
        (this.G = t[6] | 0),
        (this.H = t[7] | 0));
    }
    get() {
      let { A: e, B: t, C: n, D: r, E: i, F: a, G: o, H: s } = this;
      return [e, t, n, r, i, a, o, s];
    }
    set(e, t, n, r, i, a, o, s) {
      ((this.A = e | 0),
        (this.B = t | 0),
        (this.C = n | 0),
        (this.D = r | 0),
        (this.E = i | 0),
        (this.F = a | 0),
        (this.G = o | 0),
        (this.H = s | 0));
    }
    _cloneInto(e) {
      return ((e ||= new this.constructor()).set(...this.get()), this._cloneIntoMeta(e));
    }
    process(e, t) {
      for (let n = 0; n < 16; n++, t += 4) O[n] = e.getUint32(t, !1);
      for (let e = 16; e < 64; e++) {
        let t = O[e - 15],
          n = O[e - 2],
          r = D(t, 7) ^ D(t, 18) ^ (t >>> 3),
          i = D(n, 17) ^ D(n, 19) ^ (n >>> 10);
        O[e] = (i + O[e - 7] + r + O[e - 16]) | 0;
      }
      let { A: n, B: r, C: i, D: a, E: o, F: s, G: c, H: l } = this;
      for (let e = 0; e < 64; e++) {
        let t = D(o, 6) ^ D(o, 11) ^ D(o, 25),
          u = (l + t + ge(o, s, c) + xe[e] + O[e]) | 0,
          d = ((D(n, 2) ^ D(n, 13) ^ D(n, 22)) + _e(n, r, i)) | 0;
        ((l = c), (c = s), (s = o), (o = (a + u) | 0), (a = i), (i = r), (r = n), (n = (u + d) | 0));
      }
      ((n = (n + this.A) | 0),
        (r = (r + this.B) | 0),
        (i = (i + this.C) | 0),
        (a = (a + this.D) | 0),
        (o = (o + this.E) | 0),
        (s = (s + this.F) | 0),
        (c = (c + this.G) | 0),
        (l = (l + this.H) | 0),
        this.set(n, r, i, a, o, s, c, l));
    }
    roundClean() {
      E(O);
    }
    destroy() {
      ((this.destroyed = !0), this.set(0, 0, 0, 0, 0, 0, 0, 0), E(this.buffer));
    }
  },
  Ce = class extends Se {
    constructor() {
      super(32, ye);
    }
  };
const we = p(
    `0x428a2f98d728ae22.0x7137449123ef65cd.0xb5c0fbcfec4d3b2f.0xe9b5dba58189dbbc.0x3956c25bf348b538.0x59f111f1b605d019.0x923f82a4af194f9b.0xab1c5ed5da6d8118.0xd807aa98a3030242.0x12835b0145706fbe.0x243185be4ee4b28c.0x550c7dc3d5ffb4e2.0x72be5d74f27b896f.0x80deb1fe3b1696b1.0x9bdc06a725c71235.0xc19bf174cf692694.0xe49b69c19ef14ad2.0xefbe4786384f25e3.0x0fc19dc68b8cd5b5.0x240ca1cc77ac9c65.0x2de92c6f592b0275.0x4a7484aa6ea6e483.0x5cb0a9dcbd41fbd4.0x76f988da831153b5.0x983e5152ee66dfab.0xa831c66d2db43210.0xb00327c898fb213f.0xbf597fc7beef0ee4.0xc6e00bf33da88fc2.0xd5a79147930aa725.0x06ca6351e003826f.0x142929670a0e6e70.0x27b70a8546d22ffc.0x2e1b21385c26c926.0x4d2c6dfc5ac42aed.0x53380d139d95b3df.0x650a73548baf63de.0x766a0abb3c77b2a8.0x81c2c92e47edaee6.0x92722c851482353b.0xa2bfe8a14cf10364.0xa81a664bbc423001.0xc24b8b70d0f89791.0xc76c51a30654be30.0xd192e819d6ef5218.0xd69906245565a910.0xf40e35855771202a.0x106aa07032bbd1b8.0x19a4c116b8d2d0c8.0x1e376c085141ab53.0x2748774cdf8eeb99.0x34b0bcb5e19b48a8.0x391c0cb3c5c95a63.0x4ed8aa4ae3418acb.0x5b9cca4f7763e373.0x682e6ff3d6b2b8a3.0x748f82ee5defb2fc.0x78a5636f43172f60.0x84c87814a1f0ab72.0x8cc702081a6439ec.0x90befffa23631e28.0xa4506cebde82bde9.0xbef9a3f7b2c67915.0xc67178f2e372532b.0xca273eceea26619c.0xd186b8c721c0c207.0xeada7dd6cde0eb1e.0xf57d4f7fee6ed178.0x06f067aa72176fba.0x0a637dc5a2c898a6.0x113f9804bef90dae.0x1b710b35131c471b.0x28db77f523047d84.0x32caab7b40c72493.0x3c9ebe0a15c9bebc.0x431d67c49c100d4c.0x4cc5d4becb3e42b6.0x597f299cfc657e2a.0x5fcb6fab3ad6faec.0x6c44198c4a475817`
      .split(`.`)
      .map((e) => BigInt(e)),
  ),
  Te = we[0],
  Ee = we[1],
  k = new Uint32Array(80),
  A = new Uint32Array(80);
var De = class extends ve {
    Ah = 0;
    Al = 0;
    Bh = 0;
    Bl = 0;
    Ch = 0;
    Cl = 0;
    Dh = 0;
    Dl = 0;
    Eh = 0;
    El = 0;
    Fh = 0;
    Fl = 0;
    Gh = 0;
    Gl = 0;
    Hh = 0;
    Hl = 0;
    constructor(e, t) {
      (super(128, e, 16, !1),
        (this.Ah = t[0] | 0),
        (this.Al = t[1] | 0),
        (this.Bh = t[2] | 0),
        (this.Bl = t[3] | 0),
        (this.Ch = t[4] | 0),
        (this.Cl = t[5] | 0),
        (this.Dh = t[6] | 0),
        (this.Dl = t[7] | 0),
        (this.Eh = t[8] | 0),
        (this.El = t[9] | 0),
        (this.Fh = t[10] | 0),
        (this.Fl = t[11] | 0),
        (this.Gh = t[12] | 0),
        (this.Gl = t[13] | 0),
        (this.Hh = t[14] | 0),
        (this.Hl = t[15] | 0));
    }
    get() {
      let {
        Ah: e,
        Al: t,
        Bh: n,
        Bl: r,
        Ch: i,
        Cl: a,
        Dh: o,
        Dl: s,
        Eh: c,
        El: l,
        Fh: u,
        Fl: d,
        Gh: f,
        Gl: p,
        Hh: m,
        Hl: h,
      } = this;
      return [e, t, n, r, i, a, o, s, c, l, u, d, f, p, m, h];
    }
    set(e, t, n, r, i, a, o, s, c, l, u, d, f, p, m, h) {
      ((this.Ah = e | 0),
        (this.Al = t | 0),
        (this.Bh = n | 0),
        (this.Bl = r | 0),
        (this.Ch = i | 0),
        (this.Cl = a | 0),
        (this.Dh = o | 0),
        (this.Dl = s | 0),
        (this.Eh = c | 0),
        (this.El = l | 0),
        (this.Fh = u | 0),
        (this.Fl = d | 0),
        (this.Gh = f | 0),
        (this.Gl = p | 0),
        (this.Hh = m | 0),
        (this.Hl = h | 0));
    }
    _cloneInto(e) {
      return ((e ||= new this.constructor()).set(...this.get()), this._cloneIntoMeta(e));
    }
    process(e, t) {
      for (let n = 0; n < 16; n++, t += 4) ((k[n] = e.getUint32(t)), (A[n] = e.getUint32((t += 4))));
      for (let e = 16; e < 80; e++) {
        let t = k[e - 15] | 0,
          n = A[e - 15] | 0,
          r = y(t, n, 1) ^ y(t, n, 8) ^ _(t, n, 7),
          i = b(t, n, 1) ^ b(t, n, 8) ^ v(t, n, 7),
          a = k[e - 2] | 0,
          o = A[e - 2] | 0,
          s = y(a, o, 19) ^ x(a, o, 61) ^ _(a, o, 6),
          c = b(a, o, 19) ^ S(a, o, 61) ^ v(a, o, 6),
          l = ne(i, c, A[e - 7], A[e - 16]),
          u = re(l, r, s, k[e - 7], k[e - 16]);
        ((k[e] = u | 0), (A[e] = l | 0));
      }
      let {
        Ah: n,
        Al: r,
        Bh: i,
        Bl: a,
        Ch: o,
        Cl: s,
        Dh: c,
        Dl: l,
        Eh: u,
        El: d,
        Fh: f,
        Fl: p,
        Gh: m,
        Gl: h,
        Hh: g,
        Hl: w,
      } = this;
      for (let e = 0; e < 80; e++) {
        let t = y(u, d, 14) ^ y(u, d, 18) ^ x(u, d, 41),
          _ = b(u, d, 14) ^ b(u, d, 18) ^ S(u, d, 41),
          v = (u & f) ^ (~u & m),
          ne = (d & p) ^ (~d & h),
          re = ie(w, _, ne, Ee[e], A[e]),
          T = ae(re, g, t, v, Te[e], k[e]),
          oe = re | 0,
          se = y(n, r, 28) ^ x(n, r, 34) ^ x(n, r, 39),
          ce = b(n, r, 28) ^ S(n, r, 34) ^ S(n, r, 39),
          le = (n & i) ^ (n & o) ^ (i & o),
          ue = (r & a) ^ (r & s) ^ (a & s);
        ((g = m | 0),
          (w = h | 0),
          (m = f | 0),
          (h = p | 0),
          (f = u | 0),
          (p = d | 0),
          ({ h: u, l: d } = C(c | 0, l | 0, T | 0, oe | 0)),
          (c = o | 0),
          (l = s | 0),
          (o = i | 0),
          (s = a | 0),
          (i = n | 0),
          (a = r | 0));
        let de = ee(oe, ce, ue);
        ((n = te(de, T, se, le)), (r = de | 0));
      }
      (({ h: n, l: r } = C(this.Ah | 0, this.Al | 0, n | 0, r | 0)),
        ({ h: i, l: a } = C(this.Bh | 0, this.Bl | 0, i | 0, a | 0)),
        ({ h: o, l: s } = C(this.Ch | 0, this.Cl | 0, o | 0, s | 0)),
        ({ h: c, l } = C(this.Dh | 0, this.Dl | 0, c | 0, l | 0)),
        ({ h: u, l: d } = C(this.Eh | 0, this.El | 0, u | 0, d | 0)),
        ({ h: f, l: p } = C(this.Fh | 0, this.Fl | 0, f | 0, p | 0)),
        ({ h: m, l: h } = C(this.Gh | 0, this.Gl | 0, m | 0, h | 0)),
        ({ h: g, l: w } = C(this.Hh | 0, this.Hl | 0, g | 0, w | 0)),
        this.set(n, r, i, a, o, s, c, l, u, d, f, p, m, h, g, w));
    }
    roundClean() {
      E(k, A);
    }
    destroy() {
      ((this.destroyed = !0), E(this.buffer), this.set(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }
  },
  Oe = class extends De {
    constructor() {
      super(64, be);
    }
  };
const ke = me(() => new Ce(), he(1)),
  Ae = me(() => new Oe(), he(3)),
  je = Object.freeze,
  j = 57896044618658097711785492504343953926634992332820282019728792003956564819949n,
  M = 7237005577332262213973186563042994240857116359379907606001950938285454250989n,
  Me = 37095705934669439343138083508754565189542113879843219016388785533085940283555n,
  Ne = 15112221349535400772501151409588531511454012693041857206046113283949847762202n,
  Pe = 46316835694926478169428394003475163141307993866256225615783033603165251855960n,
  N = j - 1n,
  Fe = je({ p: j, n: M, h: 8n, a: N, d: Me, Gx: Ne, Gy: Pe }),
  Ie = (e) =>
    e instanceof Uint8Array ||
    (ArrayBuffer.isView(e) && e.constructor.name === `Uint8Array` && e.BYTES_PER_ELEMENT === 1),
  P = (e, t, n = ``) => {
    if (Ie(e) && (t === void 0 || e.length === t)) return e;
    let r = Ie(e),
      i = t === void 0 ? `` : ` of length ${t}`,
      a = r ? `length=${e.length}` : `type=${typeof e}`,
      o = (n ? `"${n}" ` : ``) + `expected Uint8Array` + i + `, got ` + a;
    throw r ? RangeError(o) : TypeError(o);
  },
  Le = (e, t = ``, n) => Uint8Array.from(P(e, n, t)),
  Re = (e, t) => e.toString(16).padStart(t, `0`),
  ze = (e) => {
    let t = ``;
    for (let n of P(e)) t += Re(n, 2);
    return t;
  },
  Be = (e) => {
    let t = `hex invalid`;
    if (typeof e != `string`) throw TypeError(t);
    if (e.length % 2 || !/^[\da-f]*$/i.test(e)) throw RangeError(t);
    let n = new Uint8Array(e.length / 2);
    for (let t = 0, r = 0; t < n.length; t++, r += 2) {
      let i = e.charCodeAt(r),
        a = e.charCodeAt(r + 1);
      n[t] = ((i & 15) + (i >> 6) * 9) * 16 + (a & 15) + (a >> 6) * 9;
    }
    return n;
  },
  Ve = (...e) => {
    let t = 0;
    for (let n of e) t += P(n).length;
    let n = new Uint8Array(t),
      r = 0;
    for (let t of e) (n.set(t, r), (r += t.length));
    return n;
  },
  F = (e, t, n, r = `bad number: out of range`) => {
    if (typeof e != `bigint`) throw TypeError(r);
    if (t <= e && e < n) return e;
    throw RangeError(r);
  },
  I = (e, t = j) => ((e %= t) >= 0n ? e : t + e),
  He = (1n << 255n) - 1n,
  L = (e) => {
    if (e < 0n) throw RangeError(`negative coordinate`);
    let t = (e >> 255n) * 19n + (e & He);
    return ((t = (t >> 255n) * 19n + (t & He)), t % j);
  },
  Ue = (e) => I(e, M),
  We = (e, t) => {
    if (e === 0n) throw Error(`invert: expected non-zero number`);
    if (t <= 1n) throw Error(`invert: expected modulus > 1, got ` + t);
    let n = I(e, t),
      r = t,
      i = 0n,
      a = 1n;
    for (; n !== 0n;) {
      let e = r / n,
        t = r - n * e,
        o = i - a * e;
      ((r = n), (n = t), (i = a), (a = o));
    }
    if (r !== 1n) throw Error(`invert: does not exist`);
    return I(i, t);
  },
  Ge = (e) => {
    let t = at[e];
    if (typeof t != `function`) throw Error(`hashes.` + e + ` not set`);
    return t;
  },
  Ke = (e, ...t) => P(Ge(e)(Ve(...t)), 64, `digest`),
  qe = (e) => {
    if (e instanceof R) return e;
    throw TypeError(`Point expected`);
  },
  Je = 2n ** 256n;
var R = class e {
  static BASE;
  static ZERO;
  X;
  Y;
  Z;
  T;
  constructor(e, t, n, r) {
    let i = Je;
    ((this.X = F(e, 0n, i)), (this.Y = F(t, 0n, i)), (this.Z = F(n, 1n, i)), (this.T = F(r, 0n, i)), je(this));
  }
  static CURVE() {
    return Fe;
  }
  static fromAffine(t) {
    return new e(t.x, t.y, 1n, L(t.x * t.y));
  }
  static fromBytes(t, n = !1) {
    let r = Le(t, `point`, 32),
      i = r[31];
    r[31] = i & -129;
    let a = Xe(r);
    n || F(a, 0n, j);
    let o = L(a * a),
      s = I(o - 1n),
      c = L(Me * o + 1n),
      { isValid: l, value: u } = $e(s, c);
    if (!l) throw Error(`bad point: y not sqrt`);
    let d = !!(i & 128);
    if (!n && u === 0n && d) throw Error(`bad point: x==0, isLastByteOdd`);
    return (d !== !!(u & 1n) && (u = I(-u)), new e(u, a, 1n, L(u * a)));
  }
  static fromHex(t, n) {
    return e.fromBytes(Be(t), n);
  }
  get x() {
    return this.toAffine().x;
  }
  get y() {
    return this.toAffine().y;
  }
  assertValidity() {
    let e = N,
      t = this;
    if (t.is0()) throw Error(`bad point: ZERO`);
    let { X: n, Y: r, Z: i, T: a } = t,
      o = L(n * n),
      s = L(r * r),
      c = L(i * i),
      l = L(c * c),
      u = L(o * e);
    if (
      L(c * (u + s)) !==
      I(l + L(37095705934669439343138083508754565189542113879843219016388785533085940283555n * L(o * s)))
    )
      throw Error(`bad point: equation left != right (1)`);
    if (L(n * r) !== L(i * a)) throw Error(`bad point: equation left != right (2)`);
    return this;
  }
  equals(e) {
    let { X: t, Y: n, Z: r } = this,
      { X: i, Y: a, Z: o } = qe(e);
    return L(t * o) === L(i * r) && L(n * o) === L(a * r);
  }
  is0() {
    return this.equals(B);
  }
  negate() {
    return new e(I(-this.X), this.Y, this.Z, I(-this.T));
  }
  double() {
    let { X: t, Y: n, Z: r } = this,
      i = N,
      a = L(t * t),
      o = L(n * n),
      s = L(2n * r * r),
      c = L(i * a),
      l = I(t + n),
      u = I(L(l * l) - a - o),
      d = I(c + o),
      f = I(d - s),
      p = I(c - o),
      m = L(u * f),
      h = L(d * p),
      g = L(u * p),
      _ = L(f * d);
    return new e(m, h, _, g);
  }
  add(t) {
    let { X: n, Y: r, Z: i, T: a } = this,
      { X: o, Y: s, Z: c, T: l } = qe(t),
      u = N,
      d = L(n * o),
      f = L(r * s),
      p = L(L(a * 37095705934669439343138083508754565189542113879843219016388785533085940283555n) * l),
      m = L(i * c),
      h = I(L(I(n + r) * I(o + s)) - d - f),
      g = I(m - p),
      _ = I(m + p),
      v = I(f - L(u * d)),
      y = L(h * g),
      b = L(_ * v),
      x = L(h * v),
      S = L(g * _);
    return new e(y, b, S, x);
  }
  subtract(e) {
    return this.add(qe(e).negate());
  }
  multiply(e, t = !0) {
    if ((!t && e === 0n) || (F(e, 1n, M), !t && this.is0())) return B;
    if (e === 1n) return this;
    if (this.equals(z)) return lt(e).p;
    let n = B,
      r = z,
      i = this;
    for (let a = 0; t ? a < 256 : e > 0n; a++)
      (e & 1n ? (n = n.add(i)) : t && (r = r.add(i)), (i = i.double()), (e >>= 1n));
    return n;
  }
  multiplyUnsafe(e) {
    return this.multiply(e, !1);
  }
  toAffine() {
    let { X: e, Y: t, Z: n } = this;
    if (this.equals(B)) return { x: 0n, y: 1n };
    let r = We(n, j);
    if (L(n * r) !== 1n) throw Error(`invalid inverse`);
    return { x: L(e * r), y: L(t * r) };
  }
  toBytes() {
    let { x: e, y: t } = this.toAffine(),
      n = Ye(t);
    return ((n[31] |= e & 1n ? 128 : 0), n);
  }
  toHex() {
    return ze(this.toBytes());
  }
  clearCofactor() {
    return this.multiply(8n, !1);
  }
  isSmallOrder() {
    return this.clearCofactor().is0();
  }
  isTorsionFree() {
    return this.multiply(M / 2n, !1)
      .double()
      .add(this)
      .is0();
  }
};
const z = new R(Ne, Pe, 1n, I(Ne * Pe)),
  B = new R(0n, 1n, 1n, 0n);
((R.BASE = z), (R.ZERO = B));
const Ye = (e) => Be(Re(F(e, 0n, Je), 64)).reverse(),
  Xe = (e) => BigInt(`0x` + ze(Uint8Array.from(P(e)).reverse())),
  V = (e, t) => {
    let n = e;
    for (; t-- > 0;) n = L(n * n);
    return n;
  },
  Ze = (e) => {
    let t = L(e * e),
      n = L(t * e),
      r = L(V(n, 2) * n),
      i = L(V(r, 1) * e),
      a = L(V(i, 5) * i),
      o = L(V(a, 10) * a),
      s = L(V(o, 20) * o),
      c = L(V(s, 40) * s),
      l = L(V(c, 80) * c),
      u = L(V(l, 80) * c),
      d = L(V(u, 10) * a);
    return L(V(d, 2) * e);
  },
  Qe = 19681161376707505956807079304988542015446066515923890162744021073123829784752n,
  $e = (e, t) => {
    let n = L(t * L(t * t)),
      r = L(L(n * n) * t),
      i = Ze(L(e * r)),
      a = L(e * L(n * i)),
      o = L(t * L(a * a)),
      s = a,
      c = L(a * Qe),
      l = o === e,
      u = o === I(-e),
      d = o === I(-e * Qe);
    return (l && (a = s), (u || d) && (a = c), (I(a) & 1n) == 1n && (a = I(-a)), { isValid: l || u, value: a });
  },
  et = (e) => Ue(Xe(e)),
  tt = (e) => e[1](Ke(`sha512`, e[0])),
  nt = (e) => {
    if (typeof e != `object` || !e) throw TypeError(`expected valid options object`);
    return e.zip215 ?? !0;
  },
  rt = (e, t, n, r) => {
    ((e = P(e, 64, `signature`)), (t = P(t, void 0, `message`)), (n = P(n, 32, `publicKey`)));
    let i = nt(r),
      a = e.subarray(0, 32),
      o = Xe(e.subarray(32, 64)),
      s,
      c,
      l,
      u = Uint8Array.of(),
      d = !1;
    try {
      ((s = R.fromBytes(n, i)), (c = R.fromBytes(a, i)), (l = z.multiply(o, !1)), (u = Ve(a, n, t)), (d = !0));
    } catch {}
    return [
      u,
      (e) => {
        if (!d || (!i && s.isSmallOrder())) return !1;
        let t = et(e);
        return c.add(s.multiply(t, !1)).subtract(l).clearCofactor().is0();
      },
    ];
  },
  it = (e, t, n, r = {}) => tt(rt(e, t, n, r)),
  at = {
    sha512Async: async (e) => {
      let t = globalThis?.crypto?.subtle;
      if (!t) throw Error(`crypto.subtle must be defined, consider polyfill`);
      return new Uint8Array(await t.digest(`SHA-512`, Ve(e)));
    },
    sha512: void 0,
  },
  ot = () => {
    let e = [],
      t = z,
      n;
    for (let r = 0; r < 33; r++) {
      ((n = t), e.push(n));
      for (let r = 1; r < 128; r++) ((n = n.add(t)), e.push(n));
      t = n.double();
    }
    return e;
  };
let st;
const ct = (e, t) => {
    let n = t.negate();
    return e ? n : t;
  },
  lt = (e) => {
    let t = (st ||= ot()),
      n = B,
      r = z;
    for (let i = 0; i < 33; i++) {
      let a = Number(e & 255n);
      ((e >>= 8n), a > 128 && ((a -= 256), (e += 1n)));
      let o = i * 128,
        s = o + Math.abs(a) - 1,
        c = i % 2 != 0,
        l = a < 0;
      a === 0 ? (r = r.add(ct(c, t[o]))) : (n = n.add(ct(l, t[s])));
    }
    if (e !== 0n) throw Error(`invalid wnaf`);
    return { p: n, f: r };
  };
at.sha512 = Ae;
const ut = new Map();
let H = new Map();
const dt = (e) => Array.from(e, (e) => e.toString(16).padStart(2, `0`)).join(``);
function ft(e) {
  let t = [e.key, ke(e.bytes), e.signature].map(dt).join(` `),
    n = ut.get(t);
  return n === void 0 ? (H.set(t, e), !0) : n;
}
async function pt(e) {
  ut.clear();
  for (let t = 0; t < 48; t++) {
    H = new Map();
    let t = mt(e);
    if (H.size === 0) return t();
    for (let [e, t] of H) ut.set(e, await ht(t));
  }
  throw RangeError(`over 48 rounds of signatures`);
}
function mt(e) {
  try {
    let t = e();
    return () => t;
  } catch (e) {
    return () => {
      throw e;
    };
  }
}
async function ht({ key: e, bytes: t, signature: n }) {
  let [r, i, a] = [Uint8Array.from(e), Uint8Array.from(t), Uint8Array.from(n)];
  try {
    let e = await crypto.subtle.importKey(`raw`, r, `Ed25519`, !1, [`verify`]);
    return await crypto.subtle.verify(`Ed25519`, e, a, i);
  } catch {}
  try {
    return it(a, i, r, { zip215: !1 });
  } catch {
    return !1;
  }
}
function gt(e, t, n) {
  if (e !== `sha256`) throw RangeError(`the page has no ${e}`);
  let r = Buffer.from(ke(t));
  return n === `hex` ? r.toString(`hex`) : r;
}
function _t({ key: e }) {
  return { raw: Uint8Array.from(Buffer.from(e.x, `base64url`)) };
}
function vt(e, t, n, r) {
  return ft({ key: n.raw, bytes: t, signature: r });
}
function U(...e) {
  let [t] = e;
  return gt(`sha256`, e.length === 1 && t !== void 0 ? t : Buffer.concat(e), `buffer`);
}
function yt(e) {
  return gt(`sha256`, e, `hex`);
}
function W(e) {
  return Buffer.from(e, `utf8`);
}
function bt(e) {
  return Buffer.from(e.buffer, e.byteOffset, e.byteLength).toString(`base64`);
}
function G(e) {
  let t = Buffer.from(e, `base64`);
  return t.toString(`base64`) === e ? t : null;
}
function xt(e, t) {
  return Buffer.compare(e, t) === 0;
}
function St(e, t) {
  if (e instanceof t) return e;
  throw e;
}
function Ct(e) {
  for (let t = 0; t < e.length; t++) {
    let n = e.charCodeAt(t);
    if (n >= 55296 && n <= 56319) {
      if (t === e.length - 1) return !0;
      let n = e.charCodeAt(t + 1);
      if (!(n >= 56320 && n <= 57343)) return !0;
      t++;
    } else if (n >= 56320 && n <= 57343) return !0;
  }
  return !1;
}
function K(e, t = new Set()) {
  if (typeof e == `number` && isNaN(e)) throw Error(`NaN is not allowed`);
  if (typeof e == `number` && !isFinite(e)) throw Error(`Infinity is not allowed`);
  if (typeof e == `string` && Ct(e)) throw Error(`Lone surrogate is not allowed`);
  if (typeof e != `object` || !e) return JSON.stringify(e);
  if (typeof e.toJSON == `function`) {
    if (t.has(e)) throw Error(`Circular reference detected`);
    t.add(e);
    let n = K(e.toJSON(), t);
    return (t.delete(e), n);
  }
  if (t.has(e)) throw Error(`Circular reference detected`);
  t.add(e);
  let n;
  if (Array.isArray(e))
    n = `[${e.map((e) => K(e === void 0 || typeof e == `symbol` ? null : e, t)).join(`,`)}]`;
  else {
    let r = [];
    for (let n of Object.keys(e).sort())
      e[n] !== void 0 && typeof e[n] != `symbol` && r.push(`${K(n)}:${K(e[n], t)}`);
    n = `{${r.join(`,`)}}`;
  }
  return (t.delete(e), n);
}
function wt(e) {
  return (Et(e, [], 0), K(e));
}
function Tt(e) {
  try {
    return wt(JSON.parse(e)) === e;
  } catch {
    return !1;
  }
}
function Et(e, t, n) {
  if (n > 32) throw q(t, `is nested deeper than 32 levels`);
  if (e !== null && typeof e != `boolean`) {
    if (typeof e == `string`) {
      if (!e.isWellFormed()) throw q(t, `is not well-formed Unicode (a lone surrogate)`);
    } else if (typeof e == `number`) {
      if (!Number.isSafeInteger(e)) throw q(t, `is ${e}, not a whole number within ±(2^53−1)`);
      if (Object.is(e, -0)) throw q(t, `is negative zero; write 0`);
    } else if (Array.isArray(e)) for (let r = 0; r < e.length; r++) Et(e[r], [...t, String(r)], n + 1);
    else {
      if (typeof e != `object`) throw q(t, `is ${typeof e}, which JSON cannot hold`);
      Dt(e, t, n);
    }
  }
}
function Dt(e, t, n) {
  let r = Object.getPrototypeOf(e);
  if (r !== Object.prototype && r !== null) throw q(t, `is not a plain object`);
  if (Object.getOwnPropertySymbols(e).length > 0) throw q(t, `has a symbol as a name`);
  for (let [r, i] of Object.entries(e)) {
    if (!r.isWellFormed()) throw q(t, `has a name that is not well-formed Unicode`);
    Et(i, [...t, r], n + 1);
  }
}
function q(e, t) {
  return TypeError(`canonical JSON: ${e.length === 0 ? `the value` : `"${e.join(`.`)}"`} ${t}`);
}
function Ot(e) {
  return e.endsWith(`/test`) ? `test` : `live`;
}
`0`.repeat(64);
function kt(e) {
  if (e.length > 65536) return `the line has ${e.length} bytes; 65536 is the limit`;
  let t;
  try {
    t = JSON.parse(new TextDecoder(`utf-8`, { fatal: !0, ignoreBOM: !0 }).decode(e));
  } catch {
    return `the line is not JSON in UTF-8`;
  }
  if (typeof t != `object` || !t || Array.isArray(t)) return `the line is not a JSON object`;
  let n = t,
    { v: r, log: i, seq: a, prev: o, kind: s, state: c } = n;
  if (r !== 1 && r !== 2) return `the line's format is not 1 or 2`;
  if (typeof i != `string` || i.length > 120) return `the line names no log`;
  if (typeof a != `number` || !Number.isSafeInteger(a) || a < 0) return `the line has no sequence number`;
  if (typeof o != `string` || !/^[0-9a-f]{64}$/.test(o)) return `the line has no hash of the one before`;
  let l = r === 1 ? { mode: Mt(n), epoch: 0 } : At(n, i);
  return typeof l == `string`
    ? l
    : {
        v: r,
        log: i,
        seq: a,
        prev: o,
        ...l,
        kind: typeof s == `string` ? s : null,
        state: typeof c == `string` ? c : null,
        fields: n,
      };
}
function At({ mode: e, epoch: t, rel: n }, r) {
  let i = Ot(r);
  return e === i
    ? typeof t != `number` || !Number.isSafeInteger(t) || t < 0
      ? `the line has no epoch`
      : jt(n)
        ? { mode: i, epoch: t }
        : `the line does not name its release and manifest`
    : `the line's mode is not that of its log, ${i}`;
}
function jt(e) {
  if (typeof e != `object` || !e) return !1;
  let { version: t, manifest: n, ...r } = e,
    i = typeof t == `string` && t !== `` && t.length <= 64,
    a = n === null || (typeof n == `string` && /^[0-9a-f]{64}$/.test(n));
  return i && a && Object.keys(r).length === 0;
}
function Mt({ kind: e, detail: t }) {
  if (e !== `boot` || typeof t != `object` || !t) return null;
  let { test: n } = t;
  return typeof n == `boolean` ? (n ? `test` : `live`) : null;
}
const Nt = { note: 1, cosignature: 4 },
  Pt = ({ raw: e }) => `SHA-256 ${yt(e).replace(/.{4}(?=.)/g, `$& `)}`;
var J = class extends Error {
  name = `KeyError`;
};
function Ft(e) {
  if (e === `` || e.length > 255 || /[\p{White_Space}+\p{Cc}]/u.test(e) || !e.isWellFormed())
    throw new J(`"${e}" cannot name a key: no spaces and no plus, up to 255 characters`);
  return e;
}
function It(e, t, n = `note`) {
  if ((Ft(e), t.length !== 32)) throw new J(`the key of ${e} has ${t.length} bytes; an Ed25519 key has 32`);
  let r = Bt(t);
  if (r !== null) throw new J(`the key of ${e} ${r}; do not enrol it`);
  let i = _t({ key: { kty: `OKP`, crv: `Ed25519`, x: Buffer.from(t).toString(`base64url`) }, format: `jwk` }),
    a = Buffer.concat([Uint8Array.of(Nt[n]), t]),
    o = U(W(`${e}\n`), a).toString(`hex`, 0, 4);
  return {
    name: e,
    use: n,
    id: o,
    vkey: `${e}+${o}+${bt(a)}`,
    raw: Uint8Array.from(t),
    key: i,
    verify: (e, t) => t.length === 64 && vt(null, e, i, t),
  };
}
function Lt(e) {
  let [, t, n, r] = (e.length > 512 ? null : /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(e)) ?? [];
  if (t === void 0 || n === void 0 || r === void 0)
    throw new J(`this is not a vkey: it is written name+8 hex digits+base64, on one line`);
  let i = G(r),
    a = Object.keys(Nt).find((e) => Nt[e] === i?.[0]);
  if (i === null || a === void 0 || i.length !== 33)
    throw new J(`the vkey of ${t} holds no Ed25519 key (type 1 or 4)`);
  let o = It(t, i.subarray(1), a);
  if (o.id !== n) throw new J(`the vkey of ${t} says ${n} but its key gives ${o.id}: copied wrong?`);
  return o;
}
const Y = 2n ** 255n - 19n,
  Rt = 2n ** 255n,
  zt = X(-121665n * Ht(121666n, Y - 2n));
function Bt(e) {
  let t = BigInt(`0x${Buffer.from(e).reverse().toString(`hex`)}`),
    n = t >= Rt,
    r = t % Rt;
  if (r >= Y) return `is not in canonical form (y >= p)`;
  let i = X(r * r),
    a = X(i - 1n),
    o = Ht(X(a * X(zt * i + 1n)), (Y - 1n) / 2n);
  return o !== 0n && o !== 1n
    ? `is not a point of the curve`
    : a === 0n && n
      ? `is not in canonical form (x = 0 with a sign)`
      : Vt(r)
        ? `is a point of small order`
        : null;
}
function Vt(e) {
  let t = X(e * e);
  return t === 0n || t === 1n || X(zt * t * t + 2n * t) === 1n;
}
function X(e) {
  let t = e % Y;
  return t < 0n ? t + Y : t;
}
function Ht(e, t) {
  let n = 1n;
  for (let r = X(e), i = t; i > 0n; i >>= 1n, r = X(r * r)) (i & 1n) == 1n && (n = X(n * r));
  return n;
}
const Ut = [`planned`, `stolen`];
function Wt({ log: e, seq: t, prev: n }, r, i, a) {
  return W(
    `${[`tirada-key-rotation/v1`, e, String(t), n, r, i, a].join(`
`)}\n`,
  );
}
function Gt(e, t, n) {
  let r = kt(e);
  if (typeof r == `string`) return r;
  let { seq: i, log: a, prev: o, fields: s } = r;
  if (r.kind !== `key-rotated` || a !== n.name) return `it is no rotation of a key of this log`;
  if (t === null || !n.verify(e, t)) return `it is not signed by the key that gives way`;
  let { old: c, new: l, reason: u, accepted: d } = s.detail ?? {};
  if (c !== n.vkey) return `it names another key than the one that gives way`;
  let f = Ut.find((e) => e === u),
    p = typeof l == `string` ? qt(l) : `it names no new key`;
  if (typeof p == `string` || f === void 0) return typeof p == `string` ? p : `it says no reason`;
  if (p.name !== a || p.use !== `note`) return `its new key is not one of this log`;
  let m = typeof d == `string` ? G(d) : null,
    h = Wt({ log: a, seq: i, prev: o }, n.vkey, p.vkey, f);
  return m === null || !p.verify(h, m)
    ? `it is not signed by the key that takes over`
    : { seq: i, old: n, next: p, reason: f };
}
function Kt(e) {
  let t = kt(e);
  if (typeof t == `string`) return t;
  let { old: n } = t.fields.detail ?? {};
  return typeof n == `string` ? qt(n) : `it names no old key`;
}
function qt(e) {
  try {
    return Lt(e);
  } catch (e) {
    return St(e, J).message;
  }
}
var Jt = class e {
  periods;
  rotations;
  joints;
  constructor(e, t, n) {
    ((this.periods = e), (this.rotations = t), (this.joints = n));
  }
  static of(t) {
    return new e([{ verifier: t, from: 0 }], [], []);
  }
  get log() {
    return this.periods[0].verifier.name;
  }
  get first() {
    return this.periods[0].verifier;
  }
  get current() {
    return this.#e.verifier;
  }
  get #e() {
    return this.periods.reduce((e, t) => t);
  }
  keyAt(e) {
    return this.periods.reduce((t, n) => (n.from <= e ? n : t)).verifier;
  }
  with(t) {
    let { line: n, sig: r } = t,
      i = Gt(W(n), G(r), this.current);
    if (typeof i == `string`) return i;
    let { seq: a, next: o } = i;
    return a < this.#e.from
      ? `it comes before the rotation before it`
      : this.periods.some(({ verifier: e }) => xt(e.raw, o.raw))
        ? `its new key is one that this log had before`
        : this.periods.length >= 64
          ? `it is one of over 64 keys of a log`
          : new e([...this.periods, { verifier: o, from: a + 1 }], [...this.rotations, t], [...this.joints, i]);
  }
  before(t) {
    let n = this.joints.filter(({ seq: e }) => e < t).length,
      [r, ...i] = this.periods;
    return new e([r, ...i.slice(0, n)], this.rotations.slice(0, n), this.joints.slice(0, n));
  }
  get stolen() {
    return this.joints.filter(({ reason: e }) => e === `stolen`).map(({ old: e }) => e.vkey);
  }
  stated() {
    return this.periods.map(({ verifier: e, from: t }) => ({ vkey: e.vkey, from: t }));
  }
};
function Yt(e, t) {
  let n = Jt.of(e);
  for (let [e, r] of t.entries()) {
    let t = n.with(r);
    if (typeof t == `string`) return `rotation ${e + 1} of the key: ${t}`;
    n = t;
  }
  return n;
}
function Xt(e, t) {
  let [n] = e;
  if (n === void 0) return Jt.of(t);
  let r = Kt(W(n.line));
  return typeof r == `string` ? `rotation 1 of the key: ${r}` : Yt(r, e);
}
const Zt = Uint8Array.of(0),
  Qt = Uint8Array.of(1);
U(new Uint8Array());
function $t(e) {
  return U(Zt, e);
}
function en(e, t) {
  return U(Qt, e, t);
}
function tn(e, t, n, r, i) {
  if (!Number.isSafeInteger(t) || !Number.isSafeInteger(n) || t < 0 || t >= n) return !1;
  let a = t,
    o = n - 1,
    s = e;
  for (let e of r) {
    if (o === 0) return !1;
    if (a % 2 == 1 || a === o) for (s = en(e, s); a % 2 == 0 && a !== 0;) [a, o] = [Z(a), Z(o)];
    else s = en(s, e);
    [a, o] = [Z(a), Z(o)];
  }
  return o === 0 && xt(s, i);
}
function Z(e) {
  return Math.floor(e / 2);
}
const nn = Symbol(`verified`);
var Q = class extends Error {
  name = `NoteError`;
};
function rn(e) {
  if (W(e).length > 131072) throw new Q(`the note is over 131072 bytes`);
  if (!e.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(e))
    throw new Q(`the note holds characters that no note may hold`);
  let t = e.lastIndexOf(`

`);
  if (
    t < 0 ||
    !e.endsWith(`
`)
  )
    throw new Q(`the note has no signature lines`);
  let n = e.slice(t + 2, -1).split(`
`);
  if (n.length > 32) throw new Q(`the note has over 32 signatures`);
  return { text: e.slice(0, t + 1), unverified: n.map(pn) };
}
function an(e, t, n) {
  return `— ${e} ${bt(Buffer.concat([Buffer.from(t, `hex`), n]))}\n`;
}
function on(e, t) {
  let n = typeof e == `string` ? rn(e) : e;
  fn(t);
  let r = new Map(),
    i = [];
  for (let e of n.unverified) {
    let a = t.find(({ name: t, id: n }) => t === e.name && n === e.id);
    a === void 0 ? i.push(e.name) : r.has(a) || r.set(a, cn(n.text, e, a));
  }
  return { text: n.text, verified: [...r.values()], unchecked: i };
}
const sn = ({ verified: e }, { vkey: t }) => e.find(({ key: e }) => e.vkey === t) ?? null;
function cn(e, { name: t, id: n, signature: r }, i) {
  let a = i.use === `note` ? null : un(r);
  if (a === null ? i.use === `note` && i.verify(W(e), r) : i.verify(dn(e, a), r.subarray(ln)))
    return { [nn]: !0, key: i, time: a, line: an(t, n, r) };
  throw new Q(
    i.use === `note`
      ? `the signature of ${t} on the note is wrong`
      : `the cosignature of ${t} on the checkpoint is wrong`,
  );
}
const ln = 8;
function un(e) {
  if (e.length !== 72) return null;
  let t = Number(Buffer.from(e).readBigUInt64BE(0));
  return Number.isSafeInteger(t) && t > 0 ? t : null;
}
const dn = (e, t) => W(`cosignature/v1\ntime ${t}\n${e}`);
function fn(e) {
  for (let [t, n] of e.entries()) {
    let r = e.slice(0, t).find((e) => e.vkey !== n.vkey && xt(e.raw, n.raw));
    if (r !== void 0) throw new Q(`${r.name} and ${n.name} are one key under two names`);
  }
}
function pn(e) {
  let [, t, n] = /^— ([^\p{White_Space}+]{1,255}) ([A-Za-z0-9+/=]+)$/u.exec(e) ?? [],
    r = n === void 0 ? null : G(n);
  if (t === void 0 || r === null || r.length < 5) throw new Q(`the note has a line that is no signature line`);
  return { name: t, id: r.toString(`hex`, 0, 4), signature: Uint8Array.from(r.subarray(4)) };
}
const mn = `c2sp.org/tlog-proof@v1`,
  hn = 266240,
  gn = 136098;
var $ = class extends Error {
  name = `CertificateError`;
};
function _n(e) {
  if (W(e).length > hn) throw new $(`it is over ${hn} bytes: not the certificate of one record`);
  if (
    !e.endsWith(`
`) ||
    !Tt(e.slice(0, -1))
  )
    throw new $(`it is not a certificate as tirada writes it (canonical JSON and a line feed)`);
  let { line: t, sig: n, vkey: r, keys: i, ...a } = JSON.parse(e) ?? {};
  if (typeof t != `string` || typeof n != `string` || typeof r != `string` || Object.keys(a).length > 0)
    throw new $(`it does not consist of "line", "sig" and "vkey"`);
  if (i === void 0) return { line: t, sig: n, vkey: r };
  if (!(Array.isArray(i) && i.length > 0 && i.length < 64 && i.every(vn)))
    throw new $(`its "keys" are no rotations of a key`);
  return { line: t, sig: n, vkey: r, keys: i };
}
function vn(e) {
  let { line: t, sig: n, ...r } = e ?? {};
  return typeof t == `string` && typeof n == `string` && Object.keys(r).length === 0;
}
function yn(e) {
  if (W(e).length > gn) throw new $(`the proof is over ${gn} bytes`);
  let t = e.indexOf(`

`),
    [n, ...r] = e.slice(0, Math.max(t, 0)).split(`
`);
  if (n !== mn) throw new $(`the proof does not begin with ${mn}`);
  let [i, ...a] = bn(r[0]) ? r.slice(1) : r,
    [, o] = /^index (0|[1-9][0-9]{0,15})$/.exec(i ?? ``) ?? [];
  if (o === void 0) throw new $(`the proof's second line is not its index`);
  let s = a.map((e) => {
    let t = G(e);
    if (t?.length !== 32) throw new $(`the proof has a line that is no SHA-256 in base64`);
    return t;
  });
  if (s.length > 106) throw new $(`the proof has over 106 hashes`);
  return { index: Number(o), hashes: s, checkpoint: e.slice(t + 2) };
}
const bn = (e = ``) => e.startsWith(`extra `) && (G(e.slice(6))?.length ?? 0) > 0;
function xn(e) {
  let [t, n, r, ...i] = e.split(`
`),
    a = n !== void 0 && /^(?:0|[1-9][0-9]{0,15})$/.test(n) ? Number(n) : -1,
    o = r === void 0 ? null : G(r);
  if (t === void 0 || t === ``) throw new Q(`the checkpoint names no log`);
  if (!Number.isSafeInteger(a) || a < 0) throw new Q(`the checkpoint's size is no whole number`);
  if (o?.length !== 32) throw new Q(`the checkpoint's root is not a SHA-256 in base64`);
  if (i.pop() !== `` || i.length > 8 || i.includes(``))
    throw new Q(`the checkpoint has more than its three lines and that is not in order`);
  return { origin: t, size: a, root: o, extensions: i };
}
function Sn(e, t, n = []) {
  let r = on(e, [t, ...n]);
  if (sn(r, t) === null) throw new Q(`the note is not signed by ${t.name}+${t.id}`);
  let i = xn(r.text);
  if (i.origin !== t.name) throw new Q(`the checkpoint is of "${i.origin}", not of ${t.name}`);
  let a = n.flatMap((e) => {
    let t = sn(r, e)?.time ?? null;
    return t === null ? [] : [{ name: e.name, time: t }];
  });
  return { ...i, ...r, witnessed: a };
}
function Cn() {
  let e = [],
    t = 0;
  return {
    listed: e,
    more: () => t,
    add: (n, r) => {
      e.length < 100 ? e.push({ seq: n, what: r }) : t++;
    },
  };
}
const wn = (e) => [{ verifier: e, since: null, revokedFrom: null }];
function Tn(e, t) {
  let { log: n, keys: r } = e,
    i = (t ?? []).filter(({ verifier: e }) => e.name === n),
    a = r.map(({ vkey: e }) => e);
  if (t !== null && !i.some(({ verifier: e }) => a.includes(e.vkey))) {
    let [e, ...r] = t,
      i = e !== void 0 && r.length === 0 ? e.verifier.vkey : `one of those enrolled for ${n}`;
    return [`the file says its key is ${a.at(-1) ?? `none`}, not ${i}`];
  }
  return [...En(e, i), ...On(e, t === null ? null : i)];
}
function En({ keys: e, firstSeq: t, lastSeq: n }, r) {
  return r.flatMap(({ verifier: { vkey: r }, since: i }) =>
    i === null || t === null || n === null
      ? []
      : n >= i && Dn(e, i) !== r
        ? [`record ${i} is signed with ${Dn(e, i)}, and ${r} is enrolled for it`]
        : t < i && Dn(e, t) === r
          ? [`record ${t} is signed with ${r}, which is enrolled from record ${i} on`]
          : [],
  );
}
const Dn = (e, t) => e.findLast(({ from: e }) => e <= t)?.vkey ?? `none`;
function On(e, t) {
  let { keys: n, firstSeq: r, lastSeq: i } = e;
  if (r === null || i === null) return [];
  let a = kn(e, t ?? []),
    o = An(n, a, t),
    s = e.coveredBy.filter(({ vkey: e }) => o.has(e)).map(({ size: e }) => e),
    c = Math.max(0, ...s),
    l = Math.max(c, e.witnessedSize);
  return n.flatMap(({ vkey: e, from: t }, s) => {
    let u = Math.max(t, r),
      d = Math.min((n[s + 1]?.from ?? 2 ** 53 - 1) - 1, i);
    if (u > d || o.has(e)) return [];
    let f = a.get(e);
    return f === void 0
      ? c > d
        ? []
        : [`record ${u} is signed with ${e}, which only a revoked key names: enrol it by itself`]
      : d >= f
        ? [`record ${d} is signed with ${e}, which is revoked from record ${f} on`]
        : l > d
          ? []
          : [
              `records ${Math.max(u, l)} to ${d} rest on ${e} alone, which is revoked: a checkpoint of a later key or of a witness must cover them`,
            ];
  });
}
function kn({ stolen: e }, t) {
  let n = new Map(e.map((e) => [e, 2 ** 53 - 1]));
  for (let { verifier: e, revokedFrom: r } of t) r !== null && n.set(e.vkey, r);
  return n;
}
function An(e, t, n) {
  let r = new Set(),
    i = (t, r) => (n === null ? r === e.length - 1 : n.some(({ verifier: e }) => e.vkey === t)),
    a = [],
    o = !1,
    s = () => {
      if (o) for (let e of a) r.add(e);
      [a, o] = [[], !1];
    };
  for (let [n, { vkey: r }] of e.entries()) t.has(r) ? s() : (a.push(r), (o ||= i(r, n)));
  return (s(), r);
}
const jn = [`forked`, `ahead`];
var Mn = class {
  #e = new Map();
  #t = new Map();
  #n = [];
  #r = null;
  #i = null;
  record(e, t) {
    let n = t?.at,
      r = t === void 0 ? null : Nn(t);
    r !== null && this.#n.length < 16 && this.#n.push({ seq: e, kind: r });
    let i = typeof n == `string` ? Date.parse(n) : NaN;
    ((this.#i = { seq: e, atMs: Number.isNaN(i) ? null : i }), (this.#r ??= this.#i));
  }
  checkpoint({ size: e, witnessed: t, unchecked: n }) {
    for (let n of t) this.#e.set(n.name, { ...n, size: e });
    for (let t of n) this.#t.set(t, e);
    t.length > 0 && (this.#r = null);
  }
  totals() {
    return {
      witnessed: [...this.#e.values()].map(({ name: e, size: t, time: n }) => ({ name: e, size: t, time: n })),
      unchecked: [...this.#t].map(([e, t]) => ({ name: e, size: t })),
      waiting: this.#r,
      newest: this.#i,
      refused: [...this.#n],
    };
  }
};
function Nn({ kind: e, code: t, detail: n }) {
  if (e !== `fault` || t !== `log-refused`) return null;
  let r = (n ?? {}).kind;
  return typeof r == `string` ? r : ``;
}
const Pn = (e) =>
  e === `ahead`
    ? `the table recorded that its witness knows more records than it had: newer ones were taken away (log-refused, ahead)`
    : `the table recorded that its witness had cosigned another history of this log (log-refused, forked)`;
function Fn(e, t) {
  let n = t.map((t) => {
      let n = e.witnessed.find((e) => e.name === t);
      return n === void 0
        ? `not witnessed by ${t}: none of its cosignatures is here`
        : `witnessed by ${t}: records up to ${n.size - 1}, at ${Rn(n.time)} by its clock`;
    }),
    r = e.unchecked.map(
      ({ name: e, size: t }) =>
        `cosigned in the name of ${e} up to record ${t - 1}: not checked, give its key with --witness`,
    );
  return [...n, ...(t.length === 0 ? [] : Ln(e)), ...r, ...e.refused.flatMap((e) => In(e, t.length > 0))];
}
function In({ seq: e, kind: t }, n) {
  return jn.includes(t)
    ? n
      ? []
      : [`record ${e}: ${Pn(t)}`]
    : [
        `record ${e}: the table recorded that its witness did not take its log (log-refused${t === `` ? `` : `, ${t}`})`,
      ];
}
function Ln({ waiting: e, newest: t }) {
  if (e === null || t === null) return [];
  let n = e.atMs === null || t.atMs === null ? 0 : t.atMs - e.atMs,
    r = Math.floor(n / 6e4),
    i = r < 1 ? `yet` : `for ${r} ${r === 1 ? `minute` : `minutes`}`,
    a = e.atMs === null ? `` : `, the first of them of ${new Date(e.atMs).toISOString()}`;
  return [`not witnessed ${i}: records ${e.seq}–${t.seq}${a}`];
}
function Rn(e) {
  return e < 1e11 ? new Date(e * 1e3).toISOString() : `second ${e}`;
}
function zn(e, t, n = []) {
  let r = _n(e.json),
    i = Cn(),
    a = t === null || Bn(t) ? t : wn(t),
    o = Vn(r, a, i),
    s = Hn(r, o, i),
    c = s?.seq ?? null,
    l = e.proof === null ? null : Un(e.proof, r, c, o, n, i),
    u = new Mn();
  l !== null && u.checkpoint(l);
  let { witnessed: d } = u.totals(),
    f = {
      log: o.log,
      keys: o.stated(),
      stolen: o.stolen,
      firstSeq: c,
      lastSeq: c,
      coveredBy: l === null ? [] : [{ vkey: o.keyAt(l.size).vkey, size: l.size }],
      witnessedSize: Math.max(0, ...d.map(({ size: e }) => e)),
    };
  for (let e of Tn(f, a)) i.add(null, e);
  let p = n.map(({ name: e }) => e),
    m = [
      ...(a === null ? [`key taken from the file itself: authenticity not proven`] : []),
      ...(e.proof === null ? [`no .tlog-proof beside it: its place in the log is not proven`] : []),
      ...Fn(u.totals(), p),
    ];
  return {
    subject: `record`,
    log: o.log,
    mode: s?.mode ?? null,
    vkey: o.keyAt(c ?? 0).vkey,
    keys: o.stated(),
    keySource: a === null ? `file` : `given`,
    records: 1,
    firstSeq: c,
    lastSeq: c,
    checkpoints: l === null ? 0 : 1,
    covered: l?.size ?? 0,
    witnessed: d,
    problems: i.listed,
    moreProblems: i.more(),
    notes: m,
    ok: i.listed.length === 0,
  };
}
const Bn = (e) => Array.isArray(e);
function Vn({ vkey: e, keys: t = [] }, n, r) {
  let i;
  try {
    i = Lt(e);
  } catch (t) {
    let a = n?.[0]?.verifier;
    if (a === void 0) throw t;
    (St(t, J), r.add(null, `the file says its key is ${e}, not ${a.vkey}`), (i = a));
  }
  let a = Xt(t, i);
  return typeof a == `string` ? (r.add(null, a), Jt.of(i)) : a;
}
function Hn(e, t, n) {
  let [r, i] = [W(e.line), G(e.sig)],
    a = kt(r),
    o = typeof a == `string` ? null : a,
    s = o?.seq ?? null;
  typeof a == `string` ? n.add(null, a) : a.log !== t.log && n.add(s, `the line belongs to the log "${a.log}"`);
  let c = t.keyAt(s ?? 0);
  return (
    e.vkey !== c.vkey && n.add(s, `the file says its key is ${e.vkey}, not ${c.vkey}`),
    (i !== null && c.verify(r, i)) || n.add(s, `the signature is not of this line`),
    o
  );
}
function Un(e, t, n, r, i, a) {
  try {
    let o = yn(e),
      { size: s } = xn(rn(o.checkpoint).text),
      c = Sn(o.checkpoint, r.keyAt(s), i);
    return (
      o.index !== n && a.add(n, `the proof is of record ${o.index}`),
      tn($t(W(t.line)), o.index, c.size, o.hashes, c.root) ||
        a.add(n, `the proof does not lead from this line to the signed root`),
      c
    );
  } catch (e) {
    let { message: t } = e instanceof Q ? e : St(e, $);
    return (a.add(n, `the proof: ${t}`), null);
  }
}
globalThis.verifyFiles = Wn;
async function Wn(e, t) {
  try {
    let { vkey: n } = _n(e),
      r = await pt(() => zn({ json: e, proof: t }, null)),
      i = Lt(n);
    return { isGood: r.ok, key: i.name, fingerprint: Pt(i), problems: r.problems.map(({ what: e }) => e) };
  } catch (e) {
    return { isGood: !1, key: ``, fingerprint: ``, problems: [e instanceof Error ? e.message : String(e)] };
  }
}
