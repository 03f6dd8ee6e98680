const allowed = new Set(["http:", "https:", "mailto:"]);

/** The address where it may be followed from a page of ours; otherwise nothing. Relative ones are not theirs to use. */
export function safeLink(address: string): string {
  return URL.canParse(address) && allowed.has(new URL(address).protocol) ? address : "";
}

/** Where an address leads, to be shown beside it; undefined where it leads nowhere we let it. */
export function hostOf(address: string | undefined): string | undefined {
  if (address === undefined || safeLink(address) === "") return undefined;
  const { host, pathname } = new URL(address);
  return host === "" ? pathname : host;
}

/** Pictures that are in the data itself and of a kind that cannot run anything. */
export function isSafePicture(address: string): boolean {
  return /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]+$/.test(address) && address.length <= 7_000_000;
}
