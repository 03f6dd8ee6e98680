import type { Json } from "../../platform/json/json.ts";
import type { Usage } from "../datapoint.ts";

/** What is known of a model call apart from its messages. */
export interface CallFacts {
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly responseId?: string;
  readonly usage?: Usage;
  /** Tool definitions and settings of the request, in OpenAI's spelling. */
  readonly tools?: readonly Json[];
  readonly params?: Readonly<Record<string, Json>>;
  readonly finishReason?: string;
  /** What the provider's error reports; the error table assigns its type. */
  readonly failure?: { readonly status?: number; readonly code?: string; readonly providerType?: string };
  /** Number of attempts; absent: one. */
  readonly attempts?: number;
}
