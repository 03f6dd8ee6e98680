import type { JsonObject, JsonValue } from "../../platform/json/json.ts";
import type { AppLinks } from "../../server/index.ts";
import type { Paging } from "./pages.ts";

/** A tool of the MCP server: an API route, the arguments it accepts, and how its response is cut. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Method and path of the route. Access rights, limits and the audit log are those of the route. */
  readonly route: `${"GET" | "POST" | "PATCH"} /${string}`;
  /** Fields of the route's parameters, query and body that a caller may set. */
  readonly takes: readonly string[];
  /** Arguments with a name different from the route's field. */
  readonly called?: Readonly<Record<string, string>>;
  /** Schemas of fields of which a caller may only use a part: the route checks them in any case. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /** Values that are always sent. */
  readonly always?: JsonObject;
  readonly paging?: Paging;
  /** Selects what is returned of a response; everything by default. */
  readonly show?: (answer: JsonValue) => JsonValue;
  /** Link to the same data in the web app. */
  readonly page?: (links: AppLinks, given: JsonObject) => string;
  /** A repeat with the same arguments changes nothing more. */
  readonly idempotent?: true;
  /** It may call an external model. */
  readonly callsModels?: true;
}
