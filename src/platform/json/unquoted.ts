/**
 * Removes the quotation marks that an env file left around a value. An unpaired mark is removed as well: no value
 * of Gaffe starts with one.
 */
export const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*?)\1?$/s, "$2");
