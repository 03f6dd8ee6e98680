import type { CodeCheck } from "../../check.ts";
import { bracketsBalanced } from "./brackets-balanced.ts";
import { codeFencesClosed } from "./code-fences-closed.ts";
import { commitMessageFormat } from "./commit-message-format.ts";
import { htmlAccessible } from "./documents/html-accessible.ts";
import { isCsv } from "./documents/is-csv.ts";
import { isHtml } from "./documents/is-html.ts";
import { isOpenapiValid } from "./documents/is-openapi-valid.ts";
import { isToml } from "./documents/is-toml.ts";
import { isXml } from "./documents/is-xml.ts";
import { isYaml } from "./documents/is-yaml.ts";
import { markdownAllowedConstructs } from "./documents/markdown-allowed-constructs.ts";
import { markdownHeadingOrder } from "./documents/markdown-heading-order.ts";
import { markdownLinksValid } from "./documents/markdown-links-valid.ts";
import { markdownTableValid } from "./documents/markdown-table-valid.ts";
import { requiredSectionsPresent } from "./documents/required-sections-present.ts";
import { containsJson } from "./json/contains-json.ts";
import { isJson } from "./json/is-json.ts";
import { isJsonLines } from "./json/is-json-lines.ts";
import { jsonArrayLength } from "./json/json-array-length.ts";
import { jsonDuplicateKeys } from "./json/json-duplicate-keys.ts";
import { jsonPathAssertion } from "./json/json-path-assertion.ts";
import { jsonRequiredKeys } from "./json/json-required-keys.ts";
import { jsonSchemaMatch } from "./json/json-schema-match.ts";
import { jsonUnexpectedKeys } from "./json/json-unexpected-keys.ts";
import { jsonWithoutWrapping } from "./json/json-without-wrapping.ts";
import { smsLength } from "./sms-length.ts";
import { tagBlocksBalanced } from "./tag-blocks-balanced.ts";
import { containsAll } from "./text/contains-all.ts";
import { containsAny } from "./text/contains-any.ts";
import { containsNone } from "./text/contains-none.ts";
import { endsWith } from "./text/ends-with.ts";
import { internalTagsLeaked } from "./text/internal-tags-leaked.ts";
import { isRegexValid } from "./text/is-regex-valid.ts";
import { matchesRegex } from "./text/matches-regex.ts";
import { matchesTemplate } from "./text/matches-template.ts";
import { notMatchesRegex } from "./text/not-matches-regex.ts";
import { numberInRange } from "./text/number-in-range.ts";
import { specialTokenLeak } from "./text/special-token-leak.ts";
import { startsWith } from "./text/starts-with.ts";
import { validFormat } from "./text/valid-format.ts";
import { valueInSet } from "./text/value-in-set.ts";
import { urlAllowedDomains } from "./url-allowed-domains.ts";
import { voiceReadyText } from "./voice-ready-text.ts";

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
