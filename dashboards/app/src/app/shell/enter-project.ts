interface Which {
  /** The project of the address, if there is one that the account has. */
  readonly named?: string;
  readonly usual: string;
}

/**
 * Every page lives below `/p/<project>`, and the router knows only what comes behind. Short links (`/d/…`, `/i/…`,
 * `/t/…`) and the bare address are turned into that form before anything is drawn; the address of a project that the
 * account has not leads to the home of one that it has.
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
