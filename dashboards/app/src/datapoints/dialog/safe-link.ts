const allowed = new Set(["http:", "https:", "mailto:"]);

/** Returns an absolute address that is safe to follow from Gaffe's pages, otherwise an empty string. */
export function safeLink(address: string): string {
  return URL.canParse(address) && allowed.has(new URL(address).protocol) ? address : "";
}

/** Returns the host of an address, to show next to it; undefined if the address isn't safe to follow. */
export function hostOf(address: string | undefined): string | undefined {
  if (address === undefined || safeLink(address) === "") return undefined;
  const { host, pathname } = new URL(address);
  return host === "" ? pathname : host;
}

/** Whether an address is an embedded picture of a type that cannot run scripts. */
export function isSafePicture(address: string): boolean {
  return /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/=\s]+$/.test(address) && address.length <= 7_000_000;
}
