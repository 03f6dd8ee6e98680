import type { InputForm } from "../../checks/index.ts";
import { collectedInput } from "../../checks/service.ts";
import {
  type DatapointReader,
  type PrivacyRules,
  redactionKinds,
  runContextOf,
  type StoredDatapoint,
} from "../../datapoints/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { textsOf, withTexts } from "../../platform/json/json-texts.ts";
import type { TextScrubber } from "../../privacy/index.ts";
import { type CollectedSeed, keyOfInput } from "../scenario.ts";

interface CollectDependencies {
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly scrub: TextScrubber;
}

export interface Collecting {
  readonly projectId: ProjectId;
  readonly filed: readonly { readonly id: DatapointId; readonly partitionTime: number }[];
  readonly form: InputForm;
  /** Expected results that a user set for some of them. */
  readonly results: ReadonlyMap<string, Json>;
  /** Inputs that the set already contains, by `keyOfInput`. */
  readonly known: ReadonlySet<string>;
  /** The project's own patterns, always applied regardless of its other rules. */
  readonly patterns: PrivacyRules["patterns"];
}

export interface Collected {
  readonly seeds: readonly CollectedSeed[];
  /** Why the others gave no row, in request order. */
  readonly leftOut: readonly { readonly datapointId: DatapointId; readonly reason: string }[];
  /** Number of inserted markers by type. */
  readonly redacted: ReadonlyMap<string, number>;
}

const atOnce = 20;
const mostCharactersOfRow = 256 * 1024;
const mostCharacters = 20 * 1024 * 1024;

/**
 * Builds scenario rows from stored datapoints, with secrets and personal data replaced by markers. The model's
 * answer never becomes the expected result: that is set by a user, taken from a test run's row, or left open.
 */
export function createCollect({ datapoints, scrub }: CollectDependencies) {
  return async ({ projectId, filed, form, results, known, patterns }: Collecting): Promise<Collected> => {
    const rules = { kinds: redactionKinds, patterns };
    const knownInputs = new Set(known);
    const seeds: CollectedSeed[] = [];
    const leftOut: Collected["leftOut"][number][] = [];
    const redacted = new Map<string, number>();
    let characters = 0;
    for (let from = 0; from < filed.length; from += atOnce) {
      const batch = filed.slice(from, from + atOnce);
      const stored = new Map((await datapoints.stored(projectId, batch)).map((one) => [one.datapoint.id, one]));
      for (const { id } of batch) {
        const reason = await take(id, stored.get(id));
        if (reason !== undefined) leftOut.push({ datapointId: id, reason });
      }
    }
    return { seeds, leftOut, redacted };

    async function take(id: DatapointId, one: StoredDatapoint | undefined): Promise<string | undefined> {
      if (!one) return "it is no longer stored";
      const input = collectedInput(one.datapoint, form);
      if (input === undefined) return "the input of the model call is not recorded";
      const texts = textsOf(input);
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      if (length > mostCharactersOfRow) return "it is larger than 256 KB";
      if (characters + length > mostCharacters) return "with it the set would be larger than 20 MB";
      const clean = await scrub(texts, rules);
      const replaced = clean.texts[Symbol.iterator]();
      const row = withTexts(input, (text) => replaced.next().value ?? text);
      const key = keyOfInput(row);
      if (knownInputs.has(key))
        return known.has(key) ? "the set has this input already" : "another one has the same input";
      knownInputs.add(key);
      characters += length;
      for (const type of clean.types) redacted.set(type, (redacted.get(type) ?? 0) + 1);
      const result = results.get(id) ?? runContextOf(one.datapoint)?.expected ?? null;
      seeds.push({ input: row, result, origin: { datapointId: id } });
      return undefined;
    }
  };
}
