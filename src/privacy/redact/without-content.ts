import { contentDroppedKey } from "../../datapoints/index.ts";

/**
 * Returns whether an attribute's text is retained in a project that drops content. Retained are names, ids and
 * similar texts without white space under a key that is not about content, and errors. Everything else is
 * content.
 */
export function staysWithoutContent(key: string, text: string): boolean {
  if (key === contentDroppedKey || isFailure.test(key)) return true;
  if (text.length > 200 || !/^[\w.:/@+#-]*$/.test(text)) return isListOfNames(text);
  return isStructure.test(key) || !isContent.test(key);
}

/** Error messages are retained; stack traces may contain processed values. */
const isFailure = /(?:^|\.)(?:error\.(?:type|code|message)|exception\.(?:type|message))$/;

/** Attributes next to content that are not content. */
const isStructure =
  /(?:^|[._])(?:role|type|model|model_name|model_id|id|name|finish_reasons?|finishreason|stop_reason|mime_type|modality|provider|system|version|format|status|level|kind|method|token_?count|choice)$/i;

const isContent =
  /prompt|completion|message|content|input|output|text|query|question|answer|response|request|argument|param|result|document|instruction|description|body|value|data|memory|transcript|history|metadata|template|variable|thinking|reasoning|stacktrace|\.args|\.title|summary|header|url/i;

/** `["stop"]`: a JSON list of short names, as some instrumentations write finish reasons. */
const isListOfNames = (text: string) => /^\["[\w-]{1,30}"(?:, ?"[\w-]{1,30}")*\]$/.test(text) && text.length < 100;
