/** Names of the fields in which two states of the same thing differ. */
export const changedFields = <Draft extends object>(before: Draft, after: Draft): readonly (keyof Draft & string)[] =>
  (Object.keys(after) as (keyof Draft & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );

/** What somebody else made of it, with what was changed here on top. */
export function merged<Draft extends object>(before: Draft, mine: Draft, theirs: Draft): Draft {
  const own = changedFields(before, mine).map((name) => [name, mine[name]] as const);
  return { ...theirs, ...Object.fromEntries(own) };
}

/** As a sentence has it: `maxPerMinute` is "max per minute". */
export const fieldText = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
