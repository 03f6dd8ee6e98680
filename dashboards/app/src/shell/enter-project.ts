/**
 * Every page lives below `/p/<project>`, and the router knows only what comes behind. Short links (`/d/…`, `/i/…`,
 * `/t/…`) and the bare address are turned into that form before anything is drawn.
 */
export function enterProject(location: Location = window.location, history: History = window.history): string {
  const { pathname, search, hash } = location;
  const inside = /^\/p\/([^/]+)/.exec(pathname);
  if (inside) return inside[0];
  const short = /^\/([dit])\/([^/]+)$/.exec(pathname);
  const base = "/p/global";
  const page = short ? `/${shortLinks[short[1] as keyof typeof shortLinks]}/${short[2]}` : "/";
  history.replaceState(undefined, "", `${base}${page}${search}${hash}`);
  return base;
}

const shortLinks = { d: "datapoints", i: "issues", t: "traces" } as const;
