import { passesLuhn, weightedSum } from "../../../../platform/crypto/check-digits.ts";

export const always = () => true;

export const mod11 = (digits: string, weights: readonly number[]) => weightedSum(digits, weights) % 11;

/** Returns the check digit of mod 11 schemes: 11 minus the remainder; 10 and 11 give 0, or 10 none. */
export function checkDigit11(id: string, weights: readonly number[], tenIsZero = true): number {
  const digit = (11 - mod11(id, weights)) % 11;
  return digit === 10 && tenIsZero ? 0 : digit;
}

/**
 * Returns whether six digits are a date; months may encode a century (added multiples of `step`), days
 * coordination numbers.
 */
export function isDate(id: string, order: "yymmdd" | "ddmmyy", step = 100): boolean {
  const [one, month, other] = [Number(id.slice(0, 2)), Number(id.slice(2, 4)) % step, Number(id.slice(4, 6))];
  const day = order === "yymmdd" ? other : one;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

export function nifLetter(digits: string): string | undefined {
  return "TRWAGMYFPDXBNJZSQVHLCKE"[Number(digits) % 23];
}

export function isFiscalCode(id: string): boolean {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  const valueOf = (sign: string) => (/\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65);
  const sum = Array.from(id.slice(0, 15)).reduce(
    (total, sign, at) => total + (at % 2 === 0 ? (odd[valueOf(sign)] ?? 0) : valueOf(sign)),
    0,
  );
  return String.fromCharCode(65 + (sum % 26)) === id[15];
}

export function isNir(id: string): boolean {
  const digits = id.replace("2A", "19").replace("2B", "18");
  return /^\d{15}$/.test(digits) && 97n - (BigInt(digits.slice(0, 13)) % 97n) === BigInt(digits.slice(13));
}

export function isPensionNumber(id: string): boolean {
  const letter = `${id.charCodeAt(8) - 64}`.padStart(2, "0");
  const digits = `${id.slice(0, 8)}${letter}${id.slice(9, 11)}`;
  const sum = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].reduce((total, weight, at) => {
    const product = weight * Number(digits[at]);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return isDate(id.slice(2), "ddmmyy") && sum % 10 === Number(id[11]);
}

export function isBelgian(id: string): boolean {
  const [nine, check] = [id.slice(0, 9), Number(id.slice(9))];
  return isDate(id, "yymmdd") && (97 - (Number(nine) % 97) === check || 97 - (Number(`2${nine}`) % 97) === check);
}

export function isSwedish(id: string): boolean {
  const day = Number(id.slice(4, 6)) % 60;
  return day >= 1 && day <= 31 && Number(id.slice(2, 4)) >= 1 && Number(id.slice(2, 4)) <= 12 && passesLuhn(id);
}

export function isHetu(id: string): boolean {
  const digits = `${id.slice(0, 6)}${id.slice(-4, -1)}`;
  return isDate(id, "ddmmyy") && "0123456789ABCDEFHJKLMNPRSTUVWXY"[Number(digits) % 31] === id.at(-1);
}

export function isNorwegian(id: string): boolean {
  const day = Number(id.slice(0, 2)) % 40;
  const first = mod11(id, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) === 0;
  return (
    first && mod11(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) === 0 && day >= 1 && day <= 31 && Number(id.slice(2, 4)) <= 12
  );
}

export function isPps(id: string): boolean {
  const second = id.length > 8 && id[8] !== "W" ? (id.charCodeAt(8) - 64) * 9 : 0;
  return "WABCDEFGHIJKLMNOPQRSTUV"[(weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + second) % 23] === id[7];
}

export function isTurkish(id: string): boolean {
  const ten = weightedSum(id, [7, -1, 7, -1, 7, -1, 7, -1, 7]);
  const sum = weightedSum(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  return ((ten % 10) + 10) % 10 === Number(id[9]) && sum % 10 === Number(id[10]);
}

export function isChinese(id: string): boolean {
  const sum = weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return isDate(id.slice(8), "yymmdd") && "10X98765432"[sum % 11] === id[17];
}

export function isSingaporean(id: string): boolean {
  const kind = id[0] ?? "";
  const sum =
    weightedSum(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + (kind === "T" || kind === "G" ? 4 : kind === "M" ? 3 : 0);
  const letters = kind === "S" || kind === "T" ? "JZIHGFEDCBA" : kind === "M" ? "KLJNPQRTUWX" : "XWUTRQPNMLK";
  return letters[kind === "M" ? 10 - (sum % 11) : sum % 11] === id[8];
}

/** Digits two and three are a province (10 to 96). */
export function isThai(id: string): boolean {
  const province = Number(id.slice(1, 3));
  const check = (11 - (weightedSum(id, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
  return province >= 10 && province <= 96 && check === Number(id[12]);
}

/** Numbers issued since October 2020 have no check digit. */
export function isKorean(id: string): boolean {
  const check = (11 - (weightedSum(id, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10;
  return isDate(id, "yymmdd") && check === Number(id[12]);
}

export function isCpf(id: string): boolean {
  if (/^(\d)\1+$/.test(id)) return false;
  const first = ((weightedSum(id, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weightedSum(id, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return first === Number(id[9]) && second === Number(id[10]);
}

export function isCurp(id: string): boolean {
  const signs = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ";
  const sum = Array.from(id.slice(0, 17)).reduce((total, sign, at) => total + signs.indexOf(sign) * (18 - at), 0);
  return (10 - (sum % 10)) % 10 === Number(id[17]);
}

export function isRut(id: string): boolean {
  const digits = id.slice(0, -1);
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (2 + (at % 6)), 0);
  const check = 11 - (sum % 11);
  return (check === 11 ? "0" : check === 10 ? "K" : `${check}`) === id.at(-1);
}
