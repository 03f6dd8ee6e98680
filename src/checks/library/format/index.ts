import type { CodeCheck } from "../../check.ts";
import { smsLength, urlAllowedDomains, voiceReadyText } from "./channels.ts";
import { htmlAccessible, isOpenapiValid, isToml } from "./documents.ts";
import { isRegexValid, jsonPathAssertion } from "./expressions.ts";
import { containsJson, isJson, jsonRequiredKeys, jsonSchemaMatch, jsonWithoutWrapping } from "./json.ts";
import { isJsonLines, jsonArrayLength, jsonDuplicateKeys, jsonUnexpectedKeys } from "./json-shape.ts";
import { codeFencesClosed, internalTagsLeaked, specialTokenLeak } from "./leaks.ts";
import { markdownHeadingOrder, markdownLinksValid, markdownTableValid } from "./markdown.ts";
import { isCsv, isHtml, isXml, isYaml } from "./markup.ts";
import { matchesRegex, notMatchesRegex, numberInRange, validFormat } from "./patterns.ts";
import { containsAll, containsAny, containsNone, endsWith, startsWith, valueInSet } from "./phrases.ts";
import { bracketsBalanced, commitMessageFormat, matchesTemplate, tagBlocksBalanced } from "./shapes.ts";
import { markdownAllowedConstructs, requiredSectionsPresent } from "./structure.ts";

export const formatChecks: readonly CodeCheck[] = [
  isJson,
  containsJson,
  jsonSchemaMatch,
  jsonWithoutWrapping,
  jsonRequiredKeys,
  containsAll,
  containsAny,
  containsNone,
  startsWith,
  endsWith,
  valueInSet,
  internalTagsLeaked,
  specialTokenLeak,
  codeFencesClosed,
  isYaml,
  isXml,
  isHtml,
  isCsv,
  markdownAllowedConstructs,
  requiredSectionsPresent,
  matchesRegex,
  notMatchesRegex,
  validFormat,
  numberInRange,
  jsonDuplicateKeys,
  jsonUnexpectedKeys,
  jsonArrayLength,
  isJsonLines,
  markdownTableValid,
  markdownHeadingOrder,
  markdownLinksValid,
  tagBlocksBalanced,
  bracketsBalanced,
  matchesTemplate,
  commitMessageFormat,
  voiceReadyText,
  smsLength,
  urlAllowedDomains,
  isToml,
  isOpenapiValid,
  htmlAccessible,
  jsonPathAssertion,
  isRegexValid,
];
