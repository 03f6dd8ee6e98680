/**
 * A value as it was meant, without the quotation marks that a file of variables left around it. A mark without its
 * partner goes as well: no value of ours begins with one.
 */
export const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*?)\1?$/s, "$2");
