import { passesLuhn, weightedSum } from "../../../platform/crypto/check-digits.ts";
import { base58Bytes, base58CheckPayload, isEthereumAddress, isSegwitAddress } from "../../wallet-addresses.ts";
import type { NamedNumber } from "./named-number.ts";

const free = (inside: string, flags = "g") =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${inside})(?![\\p{L}\\p{N}])`, `${flags}u`);

const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, "iu");

export const cardKinds: readonly NamedNumber[] = [
  {
    name: "security_code",
    pattern:
      /\b(?:cvv2?|cvc2?|csc|cid|security code|verification (?:code|value)|prüfziffer|prüfnummer|kartenprüfnummer|sicherheitscode|cryptogramme|code de sécurité|código de seguridad|codice di sicurezza|código de segurança)(?:\s?(?:is|ist|est|es|è|:|=|-|#|number|of|on|the|card|der|die)){0,5}\s*(\d{3,4})(?![\d/.,-]\d|\d)/giu,
    words: word(
      "card|visa|master ?card|amex|american express|cvv2?|cvc2?|karte|kreditkarte|kartenprüfnummer|carte|tarjeta|carta|cartão|\\d{4}[ -]?\\d{4}[ -]?\\d{4}",
    ),
    reach: 120,
  },
  {
    name: "expiry",
    pattern:
      /\b(?:exp(?:iry|ires|iration)?(?: date)?|valid (?:thru|until|through)|gültig bis|ablaufdatum|date d'expiration|expire le|vencimiento|caduca|scadenza|validade)(?:\s?(?:is|ist|est|es|:|=|-|am|on)){0,3}\s*((?:0[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d)(?!\d)/giu,
    words: word(
      "card|visa|master ?card|amex|american express|cvv2?|cvc2?|karte|kreditkarte|carte|tarjeta|carta|cartão|\\d{4}[ -]?\\d{4}[ -]?\\d{4}",
    ),
    reach: 120,
  },
];

export const accountKinds: readonly NamedNumber[] = [
  {
    name: "us_routing",
    pattern: free("\\d{9}"),
    words: word("routing(?: (?:number|no))?|aba|rtn"),
    isValid: (digits) =>
      /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(digits) &&
      weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  { name: "gb_sort_code", pattern: free("\\d{2}-\\d{2}-\\d{2}|\\d{2} \\d{2} \\d{2}"), words: word("sort[- ]?code") },
  { name: "au_bsb", pattern: free("\\d{3}-\\d{3}"), words: word("bsb") },
  { name: "in_ifsc", pattern: free("[A-Z]{4}0[A-Z0-9]{6}"), words: word("ifsc|neft|rtgs|bank") },
  {
    name: "account_number",
    pattern: free("\\d{8,17}"),
    words: word(
      "(?:bank |checking |savings |current )?(?:account|acct)\\.? ?(?:number|no|#|nr)?|kontonummer|konto-?nr|kontoverbindung|numéro de compte|compte bancaire|número de cuenta|cuenta bancaria|numero di conto|conto corrente|número da conta|rekeningnummer",
    ),
    reach: 40,
    isValid: (digits) => !/^(\d)\1*$/.test(digits),
  },
];

/**
 * Returns the check digit of machine-readable travel documents: weights 7, 3, 1; letters count from ten, `<`
 * as zero.
 */
const mrzDigit = (text: string) =>
  Array.from(text).reduce(
    (sum, sign, at) => sum + (sign === "<" ? 0 : Number.parseInt(sign, 36)) * ([7, 3, 1][at % 3] ?? 0),
    0,
  ) % 10;

export const passportKinds: readonly NamedNumber[] = [
  {
    name: "mrz",
    pattern: /(?<![A-Z0-9<])([A-Z0-9<]{9}\d[A-Z<]{3}\d{6}\d[MFX<]\d{6}\d[A-Z0-9<]{14}[\d<]\d)(?![A-Z0-9<])/g,
    isValid: (line) =>
      mrzDigit(line.slice(0, 9)) === Number(line[9]) &&
      mrzDigit(line.slice(13, 19)) === Number(line[19]) &&
      mrzDigit(line.slice(21, 27)) === Number(line[27]),
  },
  {
    name: "number",
    pattern: free("[A-Z]{1,3}\\d{6,8}[A-Z]?|\\d{2}[A-Z]{2}\\d{5}|\\d{9}|[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\\d]{8}"),
    words: word(
      "passport(?: (?:number|no))?|reisepass\\p{L}{0,30}|passnummer|passeport|pasaporte|passaporto|passaporte|paspoort\\p{L}{0,30}|paszport\\p{L}{0,30}|паспорт\\p{L}{0,30}|pas(?:s|aport)nummer|pass-?nr|护照|パスポート",
    ),
    isValid: (value) => /\d/.test(value) && !/^(\d)\1*$/.test(value),
  },
];

export const driverKinds: readonly NamedNumber[] = [
  {
    name: "gb",
    pattern: free("[A-Z9]{5}[ ]?\\d{6}[ ]?[A-Z9]{2}\\d[A-Z]{2}"),
    isValid: (value) =>
      /^[A-Z]+9*$/.test(value.slice(0, 5)) &&
      /^[0156]/.test(value[6] ?? "") &&
      Number(value.slice(6, 8)) % 50 >= 1 &&
      Number(value.slice(6, 8)) % 50 <= 12 &&
      Number(value.slice(8, 10)) >= 1 &&
      Number(value.slice(8, 10)) <= 31,
  },
  {
    name: "by_word",
    pattern: free(
      "[A-Z]\\d{7}|[A-Z]\\d{12,14}|[A-Z]{1,2}\\d{5,8}|\\d{7,9}|[A-Z]\\d{3}-\\d{3}-\\d{2}-\\d{3}-\\d|[A-Z]\\d{2}-\\d{2}-\\d{4}|[A-Z]\\d{2}[A-Z\\d]{6}\\d[A-Z\\d]",
    ),
    words: word(
      "driv(?:er'?s?|ing)[- ]licen[cs]e(?: (?:number|no))?|dl ?(?:number|no|#)|führerschein\\p{L}{0,30}|permis de conduire|(?:permiso|licencia|carn[eé]) de conducir|patente di guida|carta de condução|rijbewijs\\p{L}{0,30}|prawo jazdy|körkort\\p{L}{0,30}",
    ),
    isValid: (value) => !/^(\d)\1*$/.test(value),
  },
];

const mbiLetter = "[AC-HJKMNP-RT-Y]";

const mbiEither = "[AC-HJKMNP-RT-Y0-9]";

const medicareWeights = [1, 3, 7, 9, 1, 3, 7, 9];

export const healthKinds: readonly NamedNumber[] = [
  {
    name: "us_mbi",
    pattern: free(`[1-9]${mbiLetter}${mbiEither}\\d-?${mbiLetter}${mbiEither}\\d-?${mbiLetter}{2}\\d{2}`),
  },
  {
    name: "us_npi",
    pattern: free("[12]\\d{9}"),
    words: word("npi|national provider"),
    isValid: (digits) => passesLuhn(`80840${digits}`),
  },
  {
    name: "us_dea",
    pattern: free("[ABFGMPR][A-Z9]\\d{7}"),
    words: word("dea"),
    isValid: (value) => weightedSum(value.slice(2), [1, 2, 1, 2, 1, 2]) % 10 === Number(value[8]),
  },
  {
    name: "gb_nhs",
    pattern: free("\\d{3}[ -]\\d{3}[ -]\\d{4}|\\d{10}"),
    words: word("nhs"),
    isValid: (digits) => {
      const check = 11 - (weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
      return (check === 11 ? 0 : check) === Number(digits[9]);
    },
  },
  {
    name: "de_kvnr",
    pattern: free("[A-Z]\\d{9}"),
    isValid: (value) => {
      const digits = `${value.charCodeAt(0) - 64}`.padStart(2, "0") + value.slice(1, 9);
      const sum = Array.from(digits).reduce((total, digit, at) => {
        const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return total + (product > 9 ? product - 9 : product);
      }, 0);
      return sum % 10 === Number(value[9]);
    },
    words: word("kvnr|krankenversich\\p{L}{0,30}|versichertennummer|krankenkass\\p{L}{0,30}|gesundheitskarte|egk"),
  },
  {
    name: "au_medicare",
    pattern: free("[2-6]\\d{3}[ -]?\\d{5}[ -]?\\d(?:[ -]?\\d)?"),
    words: word("medicare"),
    isValid: (digits) => weightedSum(digits, medicareWeights) % 10 === Number(digits[8]),
  },
  {
    name: "record_or_policy",
    pattern: free("[A-Z]{0,3}-?\\d{6,12}"),
    words: word(
      "mrn|medical record(?: (?:number|no))?|patient (?:id|number|no)|health insurance (?:id|number|no)|(?:policy|member) (?:id|number|no)|patientennummer|numéro de sécurité sociale|número de historia clínica",
    ),
    reach: 40,
  },
];

const vinValues = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ";

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

export const vehicleKinds: readonly NamedNumber[] = [
  {
    name: "vin",
    pattern: free("[A-HJ-NPR-Z0-9]{17}"),
    isValid: (vin) => {
      const sum = Array.from(vin).reduce(
        (total, sign, at) => total + (vinValues.indexOf(sign) % 10) * (vinWeights[at] ?? 0),
        0,
      );
      return /[A-Z]/.test(vin) && /\d/.test(vin) && (sum % 11 === 10 ? "X" : `${sum % 11}`) === vin[8];
    },
  },
  {
    name: "de_plate",
    pattern: free("[A-ZÄÖÜ]{1,3}[- ][A-Z]{1,2} ?\\d{1,4}[EH]?"),
    words: word("kennzeichen|nummernschild|kfz"),
  },
  {
    name: "gb_plate",
    pattern: free("[A-Z]{2}\\d{2} ?[A-Z]{3}"),
    words: word("(?:number|licen[cs]e|registration) (?:plate|number)|reg(?:istration)?"),
  },
  {
    name: "us_plate",
    pattern: free("(?=[A-Z0-9 -]{0,99}\\d)[A-Z0-9]{2,4}[ -]?[A-Z0-9]{2,4}"),
    words: word("licen[cs]e plate|plate (?:number|no)"),
    reach: 25,
  },
];

export const deviceKinds: readonly NamedNumber[] = [
  {
    name: "mac",
    pattern:
      /(?<![\w:-])(?:[0-9A-F]{2}:){5}[0-9A-F]{2}(?![\w:-])|(?<![\w:-])(?:[0-9A-F]{2}-){5}[0-9A-F]{2}(?![\w:-])/gi,
    isValid: (value) => !/^(?:0+|F+)$/.test(value.replaceAll(":", "")),
  },
  {
    name: "imei",
    pattern: free("\\d{2}-?\\d{6}-?\\d{6}-?\\d"),
    words: word("imei"),
    isValid: (digits) => passesLuhn(digits),
  },
  {
    name: "advertising_id",
    pattern: free("[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}", "gi"),
    words: word("idfa|gaid|aaid|advertising id(?:entifier)?|device id|werbe-id"),
  },
];

export const handleKinds: readonly NamedNumber[] = [
  {
    name: "profile_url",
    pattern:
      /(?:https?:\/\/)?(?:www\.|m\.)?(?:linkedin\.com\/in\/|instagram\.com\/|facebook\.com\/|twitter\.com\/|x\.com\/|tiktok\.com\/@|github\.com\/|t\.me\/|reddit\.com\/u(?:ser)?\/|snapchat\.com\/add\/|threads\.net\/@|xing\.com\/profile\/|vk\.com\/)(?!(?:p|reel|reels|explore|share|sharer|intent|home|login|help|about|events|groups|watch|search|hashtag|i|settings|features|pricing|topics|orgs)(?:[/?#]|$))[\w.%-]{2,60}(?!\/[\w.-]+\/[\w.-])(?![\w%-])/gi,
  },
  {
    name: "handle",
    pattern: /(?<![\w@./`])@[A-Za-z][\w.]{1,28}\w(?![\w@]|\.\w|\()/g,
    words: word("instagram|insta|twitter|tiktok|telegram|snapchat|threads|mastodon|bluesky|facebook|linkedin|discord"),
    reach: 30,
  },
];

export const walletKinds: readonly NamedNumber[] = [
  {
    name: "bitcoin",
    pattern: free("[13][1-9A-HJ-NP-Za-km-z]{25,34}"),
    isValid: (_, text) => [0, 5].includes(base58CheckPayload(text)?.[0] ?? -1),
  },
  {
    name: "bitcoin_segwit",
    pattern: free("bc1[02-9ac-hj-np-z]{11,87}|BC1[02-9AC-HJ-NP-Z]{11,87}"),
    isValid: (_, text) => isSegwitAddress(text),
  },
  { name: "ethereum", pattern: free("0x[0-9a-fA-F]{40}"), isValid: (_, text) => isEthereumAddress(text) },
  {
    name: "tron",
    pattern: free("T[1-9A-HJ-NP-Za-km-z]{33}"),
    isValid: (_, text) => base58CheckPayload(text)?.[0] === 0x41,
  },
  {
    name: "solana",
    pattern: free("[1-9A-HJ-NP-Za-km-z]{43,44}"),
    words: word("solana|sol|phantom|spl"),
    isValid: (_, text) => base58Bytes(text)?.length === 32,
  },
];
