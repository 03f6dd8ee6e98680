/** Tones of rows that a model generates. */
export const tones = ["Neutral", "Formal", "Informal", "Abbreviated Informal", "Persuasive", "Empathetic"] as const;
export type Tone = (typeof tones)[number];
