/** The provider's key is where it always was; what is missing is ours. */
export const missingToken =
  "send a token of Gaffe in the header api-key, beside the provider's key in Authorization or x-api-key";

/** Most likely a provider's key: clients of Azure send theirs under the name that is ours elsewhere. */
export const strangeToken =
  "what was sent as Gaffe's token is none (they begin with gaffe_); where api-key holds the provider's key, as with Azure, send the token as x-gaffe-api-key";
