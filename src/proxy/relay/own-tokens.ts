/** The prefix that distinguishes Gaffe's tokens from provider keys. */
const tokenStart = "gaffe_";

/** A whole token, wherever it is in a text. */
const token = /gaffe_[\w-]{32,}/;

export const isOwnToken = (text: string | undefined): boolean => text?.startsWith(tokenStart) === true;

export const holdsOwnToken = (text: string): boolean => text.includes(tokenStart) && token.test(text);

/** Returns the Gaffe token in `Authorization: Basic`, as password or as user. */
export function tokenInBasic(authorization: string): string | undefined {
  const [, encoded] = /^\s*basic\s+(\S+)/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const [user = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return [password.join(":"), user].find(isOwnToken);
}

/** Removes parameters that hold a Gaffe token, encoded or not, from a query with its question mark. */
export function withoutOwnTokens(query: string): string {
  if (!/gaffe|%/i.test(query)) return query;
  const remaining = query
    .slice(1)
    .split("&")
    .filter((parameter) => {
      const plain = decoded(parameter);
      return !holdsOwnToken(plain) && !isOwnToken(plain.slice(plain.indexOf("=") + 1));
    });
  return remaining.length === 0 ? "" : `?${remaining.join("&")}`;
}

function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter.replaceAll("+", " "));
  } catch {
    return parameter;
  }
}
