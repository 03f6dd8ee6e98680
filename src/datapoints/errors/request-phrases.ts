import type { ErrorRule } from "./error-rules.ts";

const setting =
  /\b(?:temperature|top_?[pkn]\w*|min_?p|typical_p|\w*penalty|max_?(?:completion_?|output_?|new_?|generated_?)?tokens|min_?(?:new_?)?tokens|max_?output_?tokens|best_of|n|(?:sampling_)?seed|(?:top_|prompt_)?logprobs|logprob_\w+|logit_bias|stop(?:_\w+)?|bad_words|reasoning[_. ]?effort|maxReasoningEffort|effort|(?:thinking[_. ])?budget(?:_tokens)?|thinking_token_budget|dimensions?|beam_width|num_beams|candidate_?count|guidance[_ ]scale|top_logprobs)\b/i
    .source;
/** Settings whose names are no words of another meaning. */
const namedSetting =
  /(?:temperature|top_?[pk]|min_?p|\w+_penalty|max_?(?:completion_?|output_?|new_?)?tokens|best_of|(?:top_|prompt_)?logprobs|logit_bias|reasoning_effort|budget_tokens|beam_width|candidate_?count|n_probs)\b/
    .source;
const bound =
  /(?:must|should|has to|needs to|can)(?: only)? (?:be )?(?:in (?:the )?(?:range|interval|\[|\()|in \[|within|between|at (?:least|most)|(?:strictly )?(?:positive|finite|greater|less|larger|smaller|lower|higher)|below|above|no (?:more|less|greater) than|up to|a multiple of|non-?negative|>|<|≥|≤|\d|-?1 |a (?:positive|non-?negative|finite)|(?:set to )?one of|0 )|cannot (?:be (?:a )?(?:negative|greater|less|zero|larger)|exceed)|is (?:less|greater) than the (?:minimum|maximum)|(?:greater|larger|less|smaller) than (?:the )?(?:max|min)|exceeds? (?:the )?(?:max|limit|allowed)|out of range|has keys in \[/
    .source;

/** Shapes of requests whose words also name an outcome (a timeout, JSON, a tool): they precede all other phrases. */
export const shapePhrases: readonly ErrorRule[] = [
  // A status in the text decides where nothing but an unexpected response is named.
  {
    type: "provider_unavailable",
    message: /(unexpected|error) (response|reply|status)[^:]{0,30}(status|code)(?: code)?[ :=]*5\d\d\b/i,
  },
  // Retries, waiting times and connections are settings of the client, not of the request.
  {
    type: "misconfiguration",
    message:
      /\b\w*(retries|attempts|connections|timeout\w*|keepalive\w*|max_delay|interval)\b['"`]? (must|should|cannot|has to)\b/i,
  },
  {
    type: "misconfiguration",
    message:
      /received an invalid payload|\binvalid schema\b|must pass in|structured output (schema|feature)|unsupported (image|file|media|content|input|part|message)\w*\b(?![^.]{0,30}\b(response|model output)\b)/i,
  },
  {
    type: "setting_out_of_bounds",
    message:
      /\b(takes|accepts?|allows?|supports?)( at most| up to| only| a maximum of)? \d+ (?!tokens|characters|chars|bytes|[kmg]i?b\b|input tokens)\w+|please set n ?= ?1\b|exceeds the last source position/i,
  },
  {
    type: "provider_unavailable",
    message:
      /(closed|lost|dropped|disconnected)[^.]{0,20}\b(during|before)\b[^.]{0,20}\b(setup|handshake|session\.created|established?|opened)\b/i,
  },
  {
    type: "provider_unavailable",
    message: /\b(guardrail|shield|policy|filter)\b[^.]{0,30}\b(is )?(unreachable|unavailable)\b/i,
  },
  { type: "invalid_response", message: /returned no (candidates|choices|content|message)/i },
  {
    type: "context_too_large",
    message:
      /exceeds? the \d+[ -]?([kmg]i?b|bytes?|tokens?|characters?|chars)\b(?![^.]*per (minute|second|day))|still exceeds? (the )?(threshold|budget|limit)|shorten (the )?prompt/i,
  },
  { type: "exception", status: [498], message: /^invalid token$/i },
  { type: "provider_unavailable", message: /\bmodel is down\b/i },
  {
    type: "quota_exceeded",
    message: /\b(session|key|user|team|project)\b[^.]{0,30}\b(budget|spend)[^.]{0,20}exceeded/i,
  },
  { type: "exception", message: /^[\w.]+\(\) argument after \*\* must be a mapping/i },
  {
    type: "tool_failed",
    message:
      /(?<!sampling )\b(mcp (call|server|session|tool)|tool ['"`]?\w+['"`]?)[^]{0,60}\btimed out|code execution exceeded/i,
  },
  // A limit that the application set for one run, and an error that only says that attempts are used up.
  {
    type: "exception",
    message:
      /\bmax(imum)?[ _](number of )?(iterations|turns|steps|recursion|tool call iterations|agentic[ _]loops|uses)\b|exceeded max_\w*(loops|uses|iterations|turns)|token budget exceeded/i,
  },
  // Shapes that name a timeout, a tool or a filter without being one.
  {
    type: "misconfiguration",
    message:
      /\btimeout\w* (to be|must|needs|should|cannot|has to)\b|\btool[_ ]choice\b[^]{0,80}(not (found|supported)|unsupported|requires|references|must|cannot|invalid)|(unsupported|invalid|missing)[^.]{0,30}\btool[_ ]choice|does(n't| not) support\b[^.]{0,60}(tool|timeout|streaming|image|schema|json (mode|schema|output))/i,
  },
  {
    type: "misconfiguration",
    message:
      /(request|payload|body|config\w*|credentials?|header|param\w*|`?extra_\w+`?|options?|metadata|vertex_credentials`? value|function\.arguments|keyjson|baseoptions)\b[^.:]{0,50}(is not|must be|not a|isn't|an?)? ?(in)?valid json|invalid json (in (the |platform |request)|payload|body|format in)|pass a valid json|guardrail(config|s)?\b[^.]{0,60}(missing|must be|not found|required|unsupported)|safety_settings must/i,
  },

  {
    type: "misconfiguration",
    message:
      /\bparam(eter)?s? ['"`]?\w+['"`]? (is|are) not supported|(object|setting\S*) is not (yet )?supported for|does not support setting/i,
  },
  {
    type: "setting_out_of_bounds",
    message:
      /does(n't| not) support ['"`]?(temperature|top_p|top_k|n|dimensions|aspect_ratio|reasoning_effort)=|\b(images?|tools?|functions?|stop sequences|messages|inputs|documents|cache points|choices|prompts?)\b( list| count| length)?[^.]{0,40}exceeds (the )?(max\w*|limit)[^.]{0,30}(count|batch|per request|of \d+\.?$)|count \d+ exceeds (the )?limit|over the \d+-byte limit|contains unknown levels/i,
  },
];

/** Phrases about the request: refused before the model ran. The order is that of the causes in docs/error-types.md. */
export const requestPhrases: readonly ErrorRule[] = [
  // The size of the input.
  {
    type: "context_too_large",
    message:
      /context[ _-](length|window|size|limit|tokens)[^]{0,60}(exceed|is full|too|greater|fit|overflow|error|need)|(exceed|beyond|over|larger than|longer than|fit|overflow)\w*[^.]{0,70}\b(context|model length|prompt_budget|kv[ _]memory|available kv|context budget)\b|contextwindowexceeded|context (was |is )?overflow/i,
  },
  {
    type: "context_too_large",
    message:
      /\b(prompt|input|message|request|payload|body|file|document|query|content|sequence|conversation|req\w* (total|token)\w*|entity)s?( \w+){0,5}? (is |are |was )?too (long|large|big)|\b(length|size|number) of (the )?(prompt|input|request|messages)[^.]{0,40}(exceed|too|longer|greater)/i,
  },
  {
    type: "context_too_large",
    message:
      /(input|prompt|request|message|image|file|payload|document|token|total)[^.]{0,60}\b(exceeds?|exceeded|longer than|more than|must be (smaller|less|shorter) than|greater than)\b[^.]{0,60}\b(maximum|max|limit|allowed|length|characters?|bytes|[km]b|tokens)\b(?!_)(?![^.]*(per (minute|second|day)|rate|logprob|token_ids))|token limit exceeded|\b(total|token)[^.]{0,60}too long > ?\w+|at most [\d,]+ (characters|tokens)\b|(characters|tokens)[^.]{0,40}(at most|limit is) [\d,]+|max(imum)? allowed size|max_tokens_per_request|requests? needs? [\d,]+ context tokens|tokens?, (but|which|and)[^.]{0,40}(at most|only|limit)/i,
  },

  // A setting whose value is outside its range, set or count; a wrong shape is a misconfiguration.
  {
    type: "misconfiguration",
    message: new RegExp(
      `${setting}[^.]{0,40}must (?:be|contain)(?: of type)? (?:an? )?(?:only )?(?:int\\b|integers?\\b|float|numbers?\\b|numeric|string|str\\b|list|array|dict|object|bool)(?!\\w* *(?:in [\\[(]|in the range|between|from -?\\d|>|≥|<|≤|of at|at least|greater|less|no more))`,
      "i",
    ),
  },
  { type: "setting_out_of_bounds", message: new RegExp(`${setting}\\W[^]{0,90}?(?:${bound})`, "i") },
  {
    type: "setting_out_of_bounds",
    message: new RegExp(
      `(?:invalid|unsupported|unmapped|unknown|does not support|wrong)[^.]{0,30}\\b(?:reasoning[ _.]effort|effort|google_thinking_levels|thinking[ _]level)\\b(?! parameter)|(?:reasoning[ _.]effort|effort)[^.]{0,40}(?:is not supported|not supported|supported values|must be one of|must be a named)|(?:is (?:less|greater) than the (?:minimum|maximum)[^-]{0,20}- ')`,
      "i",
    ),
  },
  {
    type: "setting_out_of_bounds",
    message:
      /[\w.]['"`]? (must not exceed|cannot exceed|cannot be (greater|larger|less|lower|smaller|negative|zero))\b|[\w.]['"`]? must be (in range|0 \(|in \[|in \(|between -?\d|at (least|most) -?\d|a positive (number|int)|(a )?(strictly )?positive\b|(a )?non-?negative|greater than (zero|0)|>=? ?-?\d)|must be (less|greater) than( or equal to)? (max|min)_\w+|accepts? at most \d+ (inputs|images|stop|tools)|(inputs?|images?|prompts?|list length|cache points|tools|messages)\b[^.]{0,50}exceeds? (the )?(max\w*|limit|allowed)[^.]{0,40}(count|batch|per request|of \d)|count \d+ exceeds|maximum \w* ?(number|count) of (images|tools|stop)|\bn > 1\b|n=\d+ is not supported|dimensions? (are|is) greater than max|which is greater than max allowed/i,
  },
  {
    type: "setting_out_of_bounds",
    message: new RegExp(
      `(?:invalid|illegal|bad|wrong|incorrect|unsupported|unacceptable) (?:values? )?(?:for |of )?(?:the )?(?:parameter |setting |field )?['"\`]?${namedSetting}['"\`]?(?! (?:type|format|name|parameter|field|argument))|${namedSetting}['"\`]?[ :=(]*-?[\\d.]+\\)? ?(?:is|was|>|<|exceeds|out of|not (?:in|within|allowed|valid))\\b|${namedSetting}[^.]{0,60}(?:is|was) too (?:large|small|high|low|big)|(?:maximum|minimum|largest|smallest|highest|lowest) (?:allowed |supported |possible )?(?:value )?(?:for|of) (?:the )?['"\`]?${namedSetting}|(?:may|can|must|should) only be (?:set to )?-?\\d|${namedSetting}['"\`]?[^.]{0,40}(?:may|can) only be|max_(?:output_)?tokens: \\d+ >`,
      "i",
    ),
  },
  {
    type: "setting_out_of_bounds",
    message:
      /at most \d+ [\w ]{1,20}(\(s\))? (may|can|are|is) (be )?(provided|allowed|supported|specified|sent|passed|accepted)|(no more|not more|fewer|less) than \d+ (images?|tools?|functions?|stop|choices?|messages?|videos?|audios?|documents?|items?|inputs?|prompts?|candidates?|sequences?)\b|only (one|a single|\d+) (choice|candidate|completion|image|video|audio|prompt|tool)s? (is|are|can|may)|number of (images|tools|functions|stop sequences|choices|candidates|messages|videos|audios|documents|items|inputs|prompts)[^.]{0,40}(exceed|more than|at most|greater|must be|limit)|must not be (negative|zero|less|greater|lower|higher|larger)|expected (a |an )?(value|number|integer|float)? ?(between|in (the range|\[)|[<>]=|at (most|least))|out of vocabulary|out-of-vocab/i,
  },
  // The wordings of validation libraries and schemas for a value or a count outside its range.
  {
    type: "setting_out_of_bounds",
    message:
      /(input|number|value|list) should (be (greater|less) than|have at (most|least) \d+ items?)|ensure (this|that) (value|list)[^.]{0,20}(greater|less|at (most|least))|expected number to be [<>]|number must be (greater|less)|must not have (more|fewer) than \d+ items|must be [<>]=? ?-?\d|array too long|(supported|valid|allowed|permitted|acceptable) (range|values?)[^.]{0,20} (is|are|from|between|of|:) ?[[(]?-?\d|outside (of )?(the )?(allowed |valid |supported )?range|(not|isn't) (with)?in the (allowed |valid |supported |inclusive )?(range|interval)|out of the (\w+ )?(range|bounds)\b|out of (supported|allowed|valid) range|too many (stop|tools|images|functions|logit|choices|candidates|completions|videos|items|inputs|prompts|messages)/i,
  },
];

/** Phrases that name something wrong in the request or its configuration, after every more specific cause. */
export const configurationPhrases: readonly ErrorRule[] = [
  {
    type: "misconfiguration",
    message:
      /\b(api[ _-]?(key|base|version)|credentials?|access[ _-]token|bearer|jwt|oauth|unauthori[sz]ed|unauthenticated|authentication|authorization|permissions?|forbidden|access denied|not (allowed|authori[sz]ed|permitted)|expired key|token expired|key expiry|login code|signed in|admin(-only)?|accesskey\w*|secretaccesskey|api_key|project_id|region|\w+_(key|token|id) (is|are|must|not))\b/i,
  },
];

/** Words that any refused request may contain: they decide only where the model does not know better. */
export const generalPhrases: readonly ErrorRule[] = [
  {
    type: "misconfiguration",
    message:
      /\b((is|are|be) required\b|required\b|requires? |missing\b|must (be|have|include|set|contain|provide|pass|specify|end|start|name|match|map|not)\b|needs? (a|an|to)\b|not (support|compatible|available|enabled|configured|installed|implemented|found|exist|recogni[sz]ed|valid|set\b)|unsupported|unrecogni[sz]ed|does(n't| not) (support|exist|match|take|have|allow)|doesn't|cannot (be|use|specify|combine|set|enforce|access|send|both|pass)|can ?not (be|use)|can't (use|send|be)|only (supports?|accepts?|allowed|takes|text)|either\b|exactly one|mutually exclusive|invalid|unknown|malformed|expected|unexpected|deprecated|not a valid|blocked\. update|no such|is blocked)/i,
  },
];
