/** Returns the names of the fields in which two versions differ. */
export const changedFields = <Draft extends object>(before: Draft, after: Draft): readonly (keyof Draft & string)[] =>
  (Object.keys(after) as (keyof Draft & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/** Returns the saved version with the local changes on top. */
export function merged<Draft extends object>(before: Draft, mine: Draft, saved: Draft): Draft {
  const own = changedFields(before, mine).map((name) => [name, mine[name]] as const);
  return { ...saved, ...Object.fromEntries(own) };
}

/** Returns a field's name in words: `maxPerMinute` is "max per minute". */
export const fieldText = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
