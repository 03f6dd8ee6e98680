import aws4 from "aws4";
import type { NativeCall, NativeHeaders } from "../../ports/translator.ts";

/** Headers with the client's AWS credentials for one call. They are never forwarded or stored. */
const names = {
  id: "x-gaffe-aws-access-key-id",
  secret: "x-gaffe-aws-secret-access-key",
  session: "x-gaffe-aws-session-token",
  region: "x-gaffe-aws-region",
} as const;

/**
 * Signs with Signature Version 4 when the client sent AWS credentials; otherwise sends its Bearer as a Bedrock API
 * key.
 */
export function headersOf({ origin, path, body, key, header, at }: NativeCall): NativeHeaders {
  const [accessKeyId, secretAccessKey] = [header(names.id), header(names.secret)];
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    return key === undefined ? {} : { authorization: `Bearer ${key}` };
  }
  const sessionToken = header(names.session);
  const { host } = new URL(origin);
  const signed = aws4.sign(
    {
      host,
      method: "POST",
      path,
      service: "bedrock",
      region: header(names.region) ?? regionOf(host),
      headers: { "content-type": "application/json", "x-amz-date": amzDate(at) },
      body,
    },
    { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
  );
  const signingHeaders = new Set(["authorization", "x-amz-date", "x-amz-security-token", "x-amz-content-sha256"]);
  return Object.fromEntries(
    Object.entries(signed.headers ?? {})
      .filter(([name]) => signingHeaders.has(name.toLowerCase()))
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}

/** `bedrock-runtime.eu-west-1.amazonaws.com`, and the same behind a private address (`vpce-….bedrock-runtime.eu-west-1.vpce…`). */
const regionOf = (host: string) => /bedrock-runtime(?:-fips)?\.([a-z0-9-]+)\./.exec(host)?.[1] ?? "us-east-1";

const amzDate = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
