import type { ErrorRule } from "./error-rules.ts";

/** Phrases about what happened to the call after it was made, or to its response. */
export const outcomePhrases: readonly ErrorRule[] = [
  {
    type: "invalid_response",
    words: /zoderror|valibot|ajvvalidation|validationresponse/,
  },
  { type: "cancelled", words: /interruptederror|cancell?ederror|cancelledexception/ },
  {
    type: "cancelled",
    message:
      /\b(was|were|been|already|is|operation|execution|request|wait|call) (cancell?ed|aborted)\b|\b(cancell?ed|aborted|interrupted) (by|before|during|while)\b|disconnected from the client|client closed request|^(the )?(request|operation|task|run|call|user) (was )?(cancell?ed|aborted)|call aborted/i,
  },
  {
    type: "tool_failed",
    message:
      /\btools?[ :]*['"`]?[\w.:-]*['"`]? (call )?(was |is )?(not found|does not exist|failed|raised|has timed out|timed out|not exist|unavailable)|\btool not found|unknown tool|(failed|error|unable|exception) (to |while |in )?(call|invok|execut|runn|run|list|handl)\w* (the )?(tools?|functions?|function call)\b|\bmcp\b[^]{0,60}(failed|error|timed out|timeout|connection lost|cancelled)|tool (raised|bridge) |tool ['"`]?\w+['"`]? failed|web search tool error|(error|failure|failed) executing (the )?(action|function|code)|\b(callback|function|handler) ['"`\w]* ?(timed out|failed|not found)|the tool exceeded|tool callback|code execution exceeded/i,
  },
  {
    type: "refusal",
    message:
      /\b(refus(al|ed to (answer|respond|comply|produce|generate|provide|complete|help|fulfil))|(model|openai|assistant|llm|claude) refused|refused the request|likely refusal|declined to (answer|respond))\b|safeguard refusal|unable to generate a response due to/i,
  },
  {
    type: "content_filtered",
    message:
      /\b(guardrails?|content|response|output|prompt|request|input|call|message|image)s?\b[^.]{0,50}\b(blocked|flagged|filtered|violat\w+|rejected|intervened|refused|was stopped|detected)\b|content[ _](filter|policy|safety|moderation)|contentpolicy|contentfilter|safety (system|settings|filter|reasons?|policy)|blocked (by|due|with)|prohibited[ _]content|was flagged|violated|guardrail (failed|checks|intervened)|guardrail_intervened|inappropriate content|harmful content|moderation/i,
  },
  {
    type: "quota_exceeded",
    message:
      /\bover budget\b|exceededbudget|budget (has been )?exceeded|insufficient[ _](quota|credits?|balance|funds)|session budget|credit[_ ]balance|\btrial (credits?|quota|period|has (ended|expired))\b|\b(out of|no|not enough|more|remaining) (credits?|quota|funds|balance)\b|billing (hard )?limit|plan and billing|billing (is )?not enabled|extra usage|\b(free|monthly|service|account|usage|plan|project|billing) [^.]{0,20}\b(quota|limit|allocation|tier)\b[^.]{0,30}(exceed|exhaust|reached|used)|quota (exceeded|exhausted|reached)(?![^]*(per (minute|second|hour|day)|retry|rpm|tpm))|\blimit: 0\b|doesn't have a free quota|payment required|subscription (has )?(expired|ended)/i,
  },
  {
    type: "rate_limited",
    message:
      /\brate[ _-]?limit(s|ed|ing)?\b|too many (requests|tokens|concurrent)|throttl|requests? (per|a) (second|minute|hour|day)|\b(rpm|tpm|tpd|rpd)\b[^.]{0,20}limit|please (retry|try again) (in|after) [\d.]+ ?(ms|s|m|h)|(daily|per-minute|hourly) (limit|quota)|resource (has been |is )?exhausted|quota will reset (after|in|at)|parallel[_ ]request|concurren(t|cy)[^.]{0,20}(limit|exceed|max)/i,
  },
  {
    type: "stream_interrupted",
    message:
      /\bstream\w*\b[^.]{0,30}\b(ended|closed|interrupted|terminated|cut|broke|dropped|reset|aborted)\b[^.]{0,40}(before|without|unexpected|early|premature|with status)?|closed (the |its )?\w* ?stream|stream error: stream id|connection[^.]{0,20}closed (before|during|while|mid)[^.]{0,30}(finish|done|complet|end)|(closed|ended|terminated) before (the )?(completion|completed|response\.\w+|session\.\w+|end|done|a result)|without a result|unexpected eof|error reading[^.]{0,20}(response|body|stream)|connection (error|lost|reset)[^.]{0,20}(during|while)[^.]{0,20}stream|receiving chunk|\bstream\w*\b connection error|incomplete [^.:]{0,30}\bstream\b/i,
  },
  {
    type: "timeout",
    message:
      /\btim(ed|ing|e)?[ -]?outs?\b|deadline (was )?exceeded|timeout(error|exception|_s)?\b|took (too long|longer than)|(did not|didn't|never) (\w+ ){0,3}(finish|complete|respond|become|reach|produce|answer|return|arrive)[^.]{0,60}\b(within|in time|before|after)\b|no (response|data|events?|bytes|resolution|setup_complete|output)[^.]{0,40}(within|for|after|arrived) |stalled|unresponsive|produced no \w*/i,
  },
  {
    type: "invalid_response",
    message:
      /(fail(ed|ure|s)?|error|unable|could not|couldn't|cannot|can't|not able)( while| when| in| to| during)* (be )?(\w+\/)?(pars|decod|deserializ|extract|unmarshal|conver|transform|read the (response|output)|serialize (the )?(response|output)|process(ing)? (the )?(response|output|received)|populate (the )?response|generate (a )?structured|validate tool arguments)\w*|\bpars(er|ing|e) (failed|failure|error)|(json|blob)[^.]{0,20} is invalid|unexpected end of json|(tool (call|name)|output|json) format error|arguments:?[^.]{0,40}\bare not (a|an|valid)\b/i,
  },
  {
    type: "invalid_response",
    message:
      /cannot be (pars|cast|decod|deseriali|convert)\w*|(un|not )(be )?pars(e)?able|(in|not )valid json\b|(invalid|malformed|unexpected|empty|incomplete|unusable|missing|bad|unknown|corrupt\w*|unrecogni[sz]ed)(?![^.:]{0,40}\b(request|content|prompt|payload|header|config|parameter|message)\b)[^.:]{0,40}\b(response|chunk|reply|output|completion|object|event|stream|function call|tool call|arguments|frame|status|string response|body|delta|finish_reason)\b|\bmalformed_function_call\b|\bmax_tokens\)|no output generated|got unexpected|keyerror: |invalid \w+ (sse|websocket|stream) json|tool[- ]call arguments (must|are|is|contain)|tool arguments must|tool call (must be an object|is missing a function)|malformed \w+ tool|tool input must be a valid|arguments validation failed|\bno [^.]{1,60} in (the )?response\b|not found in (the )?(\w+ )?(response|reply|output|completion)\b|no parse?able|chunk does not/i,
  },
  {
    type: "invalid_response",
    message:
      /\b(response|reply|output|completion|result|chunk|stream)s?\b(?! (request|api|id|format|with id))[^.]{0,60}\b(missing|empty|invalid|malformed|truncated|incomplete|not (valid|found|a valid|match|include|contain|have|json)|no (content|choices|text|valid|completed)|does(n't| not) (match|contain|have|include|conform)|did not (match|return|contain|include|produce)|carried neither|lacks|without|must be a)|(returned|got|received|produced)( an?| no)? (invalid|unexpected|empty|malformed|non-?json|unknown|html|nothing|content|output|result|null)|no (valid )?(json|content|text|choices|output|object|parsed output)\b[^.]{0,30}\b(in|generated|found|returned|from|received)\b|maximum token limit|max(imum)?[_ ]tokens? (limit )?(was |is )?reached|finish[_ ]reason[^.]{0,20}length|finish reason was length|(token|output) limit[^.]{0,40}(before|exhaust|reached|truncat|empty|hit)|hit (its|the) output limit|response validation|not match (the |its |\w+ )*schema|expected a \w+, got|neither response nor|null ['`]?choices|(data|embeddings?|result|content|message) is empty$|returned unsupported|was expected to call|cut off|failed validation/i,
  },
  { type: "rate_limited", message: /\b(http|status|error|code)[ :=(]*429\b|\(429\)/i },
  { type: "provider_unavailable", message: /\b(http|status|error|code)[ :=(]*50[0-3]\b|\(50[0-3]\)/i },
  { type: "misconfiguration", message: /\b(http|status|error|code)[ :=(]*40[134]\b|\(40[134]\)/i },
  {
    type: "provider_unavailable",
    message:
      /\b(service|server|model|backend|engine|provider|api|gateway|system|endpoint|upstream|runner|deployment|identity provider\S*)s?\b[^.]{0,40}\b(unavailable|overloaded|busy|down|unreachable|not ready|not (currently )?(ready|reachable|responding)|quit|crashed|stopped|shutting down|loading|starting|paused|at capacity|had an error)|overloaded|temporarily|no available (model )?(provider|deployment|instance|endpoint)|(could not|cannot|failed to|unable to) (connect|reach|contact|fetch|load (the )?model|load \w+ ?\w* model|load runner|allocate|start|initialize model)|connect\w* (error|failed|failure|refused|reset|aborted|closed|lost)|(lookup|check|poll|start|graph) (request )?failed\b|internal (server )?error|server error|service error|out of memory|resource limitations|quit unexpectedly|econn\w+|enotfound|fetch failed|bad gateway|network (issue|problem|failure|is unreachable)|dns (resolution|lookup) (failed|error)|failed to (resolve (host|domain|address|dns)|communicate)|capacity is busy|(process|server|worker)( \w+)? exited|peer closed connection$|failed with (status |code )*50\d|no capacity|model_capacity_exhausted|network error|generation is paused|request failed$/i,
  },
  {
    type: "provider_unavailable",
    message:
      /unexpectedly (stopped|exited|terminated|quit|died)|(process|runner|server|engine|worker|backend) (has |was )?(been )?(terminated|died|killed|stopped)|server status\b|pending requests|dial tcp|connection attempts failed|broken pipe|remote end closed|error (connecting|sending request|making request)|(cannot|can't|couldn't|could not|unable to|failed to) (reach|connect|establish|start|load|initialize) (a |an |the |to )?\w* ?(connection|server|model|engine|runner|backend|process|service(?! account)|endpoint|api|host|worker)\b|(high|heavy|increased) (demand|traffic)|being loaded|cold start|no servers? available|no route to host|network is (down|unreachable)|socket (is |was )?closed|no healthy (upstream|worker|instance|endpoint|replica|backend)|upstream connect error|could not be reached|not reachable|\b(is|are) (currently )?(offline|not running|starting up|warming up|still loading|not serving|not healthy|dead)\b|enginedead|engine (process )?(died|failed|is dead)|failed to (spawn|launch|start up)|model failed to load|failed to load model|unable to establish|health ?check failed|exited with (code|status|signal)|terminated unexpectedly|no longer (running|available|alive)|out of capacity|under (heavy|high) load|queue is full|all (workers|providers|endpoints|backends) (are|have) /i,
  },
  {
    type: "invalid_response",
    message:
      /\b(response|output|reply|completion|result|content|choices)\b[^.:]{0,20} (was|is|were|are) (none|null|undefined|blank|missing)\b|returned (none|null|undefined|no|blank|nothing)\b|no (response|output|reply|answer) (content|text|choices|generated|returned|received|was)|(did not|didn't|failed to|could not) (return|produce|yield|output|generate|give|match|contain|validate)\b[^.]{0,40}\b(json|object|output|response|text|schema|content|tool call|answer|result|choices?|structured)\b|expected [^.:]{1,40},? (but )?(got|received|found) (a |an )?(none|null|undefined|str|string|int|list|dict|object|number|array|nonetype)\b|(could not|couldn't|cannot|unable to) (find|locate|extract|read) [^.]{0,30}\b(json|answer|response|output|tag|block)\b/i,
  },
];
