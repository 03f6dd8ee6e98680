/** Returns the host of an address in lower case, without user and port; undefined if there is none. */
export function hostOf(address: string): string | undefined {
  const host = /^(?:https?:)?\/\/(?:[^/?#@]*@)?(\[[^\]]{2,60}\]|[^/?#:@]{1,253})/i.exec(address)?.[1];
  return host?.toLowerCase();
}

/** Returns whether a host is the domain or a subdomain. */
export function isOfHost(host: string, domain: string): boolean {
  const wanted = domain.toLowerCase();
  return host === wanted || host.endsWith(`.${wanted}`);
}

/** Returns whether a host is loopback, private or link-local, as in development addresses. */
export function isLocalHost(host: string): boolean {
  return /^(?:localhost$|.*\.(?:local|localhost|test|example|internal)$|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[::1\])/.test(
    host,
  );
}

export const shorteners: ReadonlySet<string> = new Set(
  "bit.ly tinyurl.com t.co goo.gl ow.ly is.gd buff.ly adf.ly bit.do cutt.ly rebrand.ly shorturl.at rb.gy tiny.cc t.ly s.id v.gd lnkd.in shorte.st bl.ink soo.gd clck.ru qr.ae trib.al x.gd u.to".split(
    " ",
  ),
);

/** Letters that look like Latin ones, by that letter (a selection of Unicode UTS 39 confusables). */
const lookAlikes = new Map(
  Object.entries({
    a: "аɑα",
    b: "ьЬƅ",
    c: "сϲ",
    d: "ԁɗ",
    e: "еҽє",
    g: "ɡց",
    h: "һ",
    i: "іı1l|",
    j: "јϳ",
    k: "кκ",
    m: "м",
    n: "ոп",
    o: "оοօ0",
    p: "рρ",
    q: "ԛ",
    r: "г",
    s: "ѕ5",
    t: "тτ",
    u: "υս",
    v: "νѵ",
    w: "ԝѡ",
    x: "хχ",
    y: "уγ",
    z: "ᴢ",
  }).flatMap(([letter, signs]) => Array.from(signs).map((sign) => [sign, letter] as const)),
);

/** Returns a name with look-alike letters, digits and accents replaced by the Latin letters they resemble. */
export function skeletonOf(name: string): string {
  return Array.from(name.normalize("NFD").replace(/\p{M}/gu, ""), (sign) => lookAlikes.get(sign) ?? sign)
    .join("")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w");
}
