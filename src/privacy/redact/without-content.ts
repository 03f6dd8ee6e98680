import { contentDroppedKey } from "../../datapoints/text/redaction.ts";

/**
 * Whether an attribute's text may stay where a project keeps no content. Kept are names, ids and the like: texts without
 * white space under a key that does not speak of content, and what failed. Everything else counts as content.
 */
export function staysWithoutContent(key: string, text: string): boolean {
  if (key === contentDroppedKey || isFailure.test(key)) return true;
  if (text.length > 200 || !/^[\w.:/@+#-]*$/.test(text)) return isListOfNames(text);
  return isStructure.test(key) || !isContent.test(key);
}

/** Messages of errors tell what failed; stack traces may carry the values that were worked on. */
const isFailure = /(?:^|\.)(?:error\.(?:type|code|message)|exception\.(?:type|message))$/;

/** What stands beside content and is none. */
const isStructure =
  /(?:^|[._])(?:role|type|model|model_name|model_id|id|name|finish_reasons?|finishreason|stop_reason|mime_type|modality|provider|system|version|format|status|level|kind|method|token_?count|choice)$/i;

const isContent =
  /prompt|completion|message|content|input|output|text|query|question|answer|response|request|argument|param|result|document|instruction|description|body|value|data|memory|transcript|history|metadata|template|variable|thinking|reasoning|stacktrace|\.args|\.title|summary|header|url/i;

/** `["stop"]`: a list of short names as JSON, as some instrumentations write finish reasons. */
const isListOfNames = (text: string) => /^\["[\w-]{1,30}"(?:, ?"[\w-]{1,30}")*\]$/.test(text) && text.length < 100;
