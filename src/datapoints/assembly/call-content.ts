/** Attributes that hold a part of a call as JSON text. */
type ContentAttribute =
  | "gen_ai.system_instructions"
  | "gen_ai.input.messages"
  | "gen_ai.output.messages"
  | "gen_ai.tool.definitions"
  | "gen_ai.request.tool_choice"
  | "gen_ai.openai.request.response_format"
  | "metadata";

/**
 * The content of a call that was read from its request and response: the values that the attributes of its span
 * encode. A span read back from the store comes without, and its attributes are parsed.
 */
export type CallContent = { readonly [Name in ContentAttribute]?: unknown };
