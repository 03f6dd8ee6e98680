interface Which {
  /** The project of the address, if the account has it. */
  readonly named?: string;
  readonly usual: string;
}

/**
 * Normalizes the address before the first render. Every page lives below `/p/<project>`, which the router
 * does not see. Short links (`/d/…`, `/i/…`, `/t/…`) and the bare address become that form; an unknown project
 * leads to the home page of a known one.
 */
export function enterProject(
  { named, usual }: Which,
  location: Location = window.location,
  history: History = window.history,
): string {
  const { pathname, search, hash } = location;
  if (named !== undefined) return `/p/${named}`;
  const short = /^\/([dit])\/([^/]+)$/.exec(pathname);
  const base = `/p/${usual}`;
  const page = short ? `/${shortLinks[short[1] as keyof typeof shortLinks]}/${short[2]}` : "/";
  history.replaceState(undefined, "", `${base}${page}${search}${hash}`);
  return base;
}

const shortLinks = { d: "datapoints", i: "issues", t: "traces" } as const;
