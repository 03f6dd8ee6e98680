/** The provider's key is in its usual header, but the Gaffe token is missing. */
export const missingToken =
  "send a Gaffe token in the header api-key, in addition to the provider's key in Authorization or x-api-key";

/** Most likely a provider's key: Azure clients send theirs in api-key, where Gaffe expects its token. */
export const strangeToken =
  "the value sent as the Gaffe token isn't a Gaffe token (they begin with gaffe_); if api-key holds the provider's key, as with Azure, send the token as x-gaffe-api-key";
