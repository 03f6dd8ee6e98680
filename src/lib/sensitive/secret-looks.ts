import { member, parseJson } from "../json.ts";

/** A JSON Web Token whose header decodes to JSON with an algorithm. */
export function isJwt(value: string): boolean {
  const header = parseJson(Buffer.from(value.split(".")[0] ?? "", "base64url").toString("utf8"));
  return header.ok && typeof member(header.value, "alg") === "string";
}

/** Two kinds of characters, a digit among them; not a path, a name in words, a date or a version. */
export function isRandomLooking(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  return (
    kinds >= 2 &&
    /\d/.test(value) &&
    !/^[./]|\w\/\w+\/|^\d{4}-\d\d|^v?\d+\.\d|^[A-Za-z]+(?:[._-][A-Za-z]+)+\d*$/.test(value)
  );
}

/** The inside of a private key block: long enough and not abbreviated. */
export function isKeyBody(value: string, minLength: number): boolean {
  const body = value.replaceAll(/\\[nr]|\s/g, "");
  return body.length >= minLength && !/\.{3}|…|x{8,}|\*{3}/i.test(body);
}
