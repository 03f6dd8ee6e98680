import type { Api } from "../endpoints.ts";
import { chat } from "./chat.ts";
import { completions } from "./completions.ts";
import { embeddings } from "./embeddings.ts";
import { messages } from "./messages.ts";
import type { ExchangeReader } from "./reading.ts";
import { responses } from "./responses.ts";

/** How each API's exchanges are read. A list of models is no model call. */
export const exchangeReaders: Readonly<Record<Exclude<Api, "models">, ExchangeReader>> = {
  chat,
  completions,
  embeddings,
  responses,
  messages,
};
