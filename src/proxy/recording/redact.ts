import type { AttributeValue } from "../../otlp/index.ts";

const marker = "[redacted:provider_key]";

/** Shorter values aren't keys, and would match ordinary text. */
const minLength = 8;

/** Removes keys from what is stored, wherever a provider or a prompt repeated them. */
export function redactor(secrets: readonly string[]): (value: AttributeValue) => AttributeValue {
  const known = spellingsOf(secrets);
  if (known.length === 0) return (value) => value;
  return redact;

  function redact(value: AttributeValue): AttributeValue {
    if (typeof value === "string") return known.reduce((text, secret) => text.replaceAll(secret, marker), value);
    return Array.isArray(value) ? value.map((each: AttributeValue) => redact(each)) : value;
  }
}

/** Returns all spellings of the secrets in a text, except for escaped ASCII letters. */
export function spellingsOf(secrets: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const secret of secrets) {
    if (secret.length < minLength) continue;
    // Almost every key has only one spelling.
    if (isSpelledAnew.test(secret)) found.push(...spellings(secret));
    else found.push(secret);
  }
  return found;
}

// oxlint-disable-next-line no-control-regex -- these are what JSON writes with escapes
const isSpelledAnew = /["\\\u0000-\u001f\ud800-\udfff]/;

/** The secret itself, inside JSON, and inside a JSON text in JSON. */
function spellings(secret: string): readonly string[] {
  const once = JSON.stringify(secret).slice(1, -1);
  return once === secret ? [secret] : [JSON.stringify(once).slice(1, -1), once, secret];
}
