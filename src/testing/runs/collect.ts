import { collectedInput, type InputForm } from "../../checks/collected-input.ts";
import type { Json } from "../../datapoints/datapoint.ts";
import type { DatapointReader, StoredDatapoint } from "../../datapoints/ports/datapoint-reader.ts";
import { type PrivacyRules, redactionKinds } from "../../datapoints/text/redaction.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import { textsOf, withTexts } from "../../platform/json/json-texts.ts";
import type { TextScrubber } from "../../privacy/ports/text-scrubber.ts";
import { runContextOf } from "../run-context.ts";
import { type CollectedSeed, keyOfInput } from "../scenario.ts";

interface Needs {
  readonly datapoints: Pick<DatapointReader, "stored">;
  readonly scrub: TextScrubber;
}

export interface Collecting {
  readonly projectId: ProjectId;
  readonly filed: readonly { readonly id: DatapointId; readonly filedAt: number }[];
  readonly form: InputForm;
  /** What people say should have come of some of them. */
  readonly results: ReadonlyMap<string, Json>;
  /** Inputs that the set has already, by `keyOfInput`. */
  readonly known: ReadonlySet<string>;
  /** The project's own patterns are looked for as well, whatever else its rules say. */
  readonly patterns: PrivacyRules["patterns"];
}

export interface Collected {
  readonly seeds: readonly CollectedSeed[];
  /** Why the others gave no row, in the order asked. */
  readonly leftOut: readonly { readonly datapointId: DatapointId; readonly because: string }[];
  /** How many markers of each type were put in. */
  readonly redacted: ReadonlyMap<string, number>;
}

const atOnce = 20;
const mostCharactersOfRow = 256 * 1024;
const mostCharacters = 20 * 1024 * 1024;

/**
 * Rows for a scenario set out of what is stored: what the model was asked, with secrets and personal data replaced by
 * markers. What it answered is never taken for what it should answer: the result is what a person says, or what the
 * row of a test run expected, or open.
 */
export function createCollect({ datapoints, scrub }: Needs) {
  return async ({ projectId, filed, form, results, known, patterns }: Collecting): Promise<Collected> => {
    const rules = { kinds: redactionKinds, patterns };
    const taken = new Set(known);
    const seeds: CollectedSeed[] = [];
    const leftOut: Collected["leftOut"][number][] = [];
    const redacted = new Map<string, number>();
    let characters = 0;
    for (let from = 0; from < filed.length; from += atOnce) {
      const asked = filed.slice(from, from + atOnce);
      const stored = new Map((await datapoints.stored(projectId, asked)).map((one) => [one.datapoint.id, one]));
      for (const { id } of asked) {
        const because = await take(id, stored.get(id));
        if (because !== undefined) leftOut.push({ datapointId: id, because });
      }
    }
    return { seeds, leftOut, redacted };

    async function take(id: DatapointId, one: StoredDatapoint | undefined): Promise<string | undefined> {
      if (!one) return "it is no longer stored";
      const input = collectedInput(one.datapoint, form);
      if (input === undefined) return "nothing of what the model was asked is recorded";
      const texts = textsOf(input);
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      if (length > mostCharactersOfRow) return "it is larger than 256 KB";
      if (characters + length > mostCharacters) return "with it the set would be larger than 20 MB";
      const clean = await scrub(texts, rules);
      const replaced = clean.texts[Symbol.iterator]();
      const row = withTexts(input, (text) => replaced.next().value ?? text);
      const key = keyOfInput(row);
      if (taken.has(key)) return known.has(key) ? "the set has this input already" : "another one has the same input";
      taken.add(key);
      characters += length;
      for (const type of clean.types) redacted.set(type, (redacted.get(type) ?? 0) + 1);
      const result = results.get(id) ?? runContextOf(one.datapoint)?.expected ?? null;
      seeds.push({ input: row, result, origin: { datapointId: id } });
      return undefined;
    }
  };
}
