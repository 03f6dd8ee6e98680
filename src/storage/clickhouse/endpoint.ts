export interface Endpoint {
  /** Without credentials, path and query. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export const defaultDatabase = "gaffe";

/** Parses `http://user:password@host:8123/database`; the database is `gaffe` by default. */
export function endpointOf(clickhouseUrl: string): Endpoint & { readonly database: string } {
  const { origin, username, password, pathname } = new URL(clickhouseUrl);
  const database = decodeURIComponent(pathname.replace(/^\/+|\/+$/g, ""));
  return {
    url: origin,
    user: username === "" ? "default" : decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: database === "" ? defaultDatabase : database,
  };
}
