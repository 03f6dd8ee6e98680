import type { ErrorRule } from "./error-rules.ts";

/**
 * Phrases about tools and MCP servers. They precede the other phrases, because what a tool reports (a timeout, a
 * refused connection, a result that is not JSON) has words of those types, and the tool decides.
 */
export const toolPhrases: readonly ErrorRule[] = [
  // Arguments that the model wrote and that cannot be used.
  {
    type: "invalid_response",
    message:
      /for unknown tool call id|tool validation failed[^]{0,200}arguments|invalid function-call payload|invalid arguments for tool|tool[- ]call validation failed|or function_call named/i,
  },
  // A tool that the request names but does not list.
  {
    type: "misconfiguration",
    message: /\btools? (are|is) not found in the (available )?tools? list|\b(input|tools|messages|contents)\[\d+\]/i,
  },
  {
    type: "tool_failed",
    words: /(?<!invalid)tool_?(not_?found|exception|inactive|execution|timeout|call_?failed)|unknown_?tool/,
  },
  {
    type: "tool_failed",
    message:
      /\b(fail\w*|unable|error|could not|cannot)\b(?! parsing)[^.:]{0,40}\bmcp\b(?! (config|settings))|\bmcp\b[^.:]{0,40}\b(transport error|request (timed out|failed)|server for tool|tool '[^']+' on server|tool (returned|reported)|client error)|\bmcp server\b[^.]{0,30}\b(unreachable|not (available|responding|running|connected)|disconnected|crashed|exited)/i,
  },
  {
    type: "tool_failed",
    message:
      /\b(error|exception|failure|failed)\b (raised |occurred |occured )?(when|while|during|in|calling|executing|running)\b(?! (the )?(pars|decod|convert|validat|extract))[^.:]{0,30}\b(function call|function|tool|callable)\b(?! (definition|schema|calls? argument|call argument|argument))|error calling (\w+ )?tool|(call|invoke|execute) (the )?(function|tool) ["'`][^"'`]+["'`] (which|that) (was|is) not|selected invalid tools?|\bunknown (\w+ ){1,2}(tool|action)\b|invalid structured content for tool/i,
  },
  {
    type: "tool_failed",
    message:
      /\btools?( named| with name)? ['"`][^'"`]+['"`]( in \w+ ['"`][^'"`]+['"`])?( call)? (doesn't exist|is (currently )?(inactive|disabled|not available|unavailable)|returned an? (error|exception)|raised|crashed|errored)|\btool \w+ (returned an error|is not available|raised|crashed)|code interpreter\b[^.]{0,40}\b(error|failed|crashed)|code execution (failed|error)|toolnotfound|tool argument validation worker|request to team member/i,
  },
  {
    type: "tool_failed",
    message:
      /\bno (such )?(tool|function|action)( is)?( with( the)? name| named| called| registered| found)\b|\bno such (tool|function)\b|\b(tool|function) ['"`]?[\w.:/-]+['"`]? (is |was )?(not (registered|found|defined|recogni[sz]ed)(?! in (the )?(request|tools? list))|threw|raised|errored|crashed|failed|has failed|execution failed)|\b(error|exception|failure) (in|from|inside|executing|running|invoking|calling) (the )?(tool|action)\b(?! (definition|schema|choice|call argument))|\bmcp error -?\d+|tool execution (error|exception|failure)|(tool|function) (handler|callback|implementation)\b[^.]{0,40}(fail|error|threw|raised|not found)|error (invoking|running|executing) (['"`]?[\w.-]+['"`]? )?(tool|function)\b/i,
  },
];
