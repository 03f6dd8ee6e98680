/** Returns the bytes of a request with a token, whole. */
export function requestOf(
  path: string,
  token: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = { "content-type": "application/json" },
): Buffer {
  const lines = Object.entries({ ...headers, "api-key": token, "content-length": String(body.length) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\nhost: gaffe.example\r\n${head}\r\n`), body]);
}
