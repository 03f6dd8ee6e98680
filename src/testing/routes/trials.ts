import {
  type CheckDefinition,
  type TryDefinition,
  type VerdictLabel,
  type VerdictLabelStore,
  versionOf,
} from "../../checks/index.ts";
import { verdictNow } from "../../checks/service.ts";
import {
  type Datapoint,
  type DatapointReader,
  datapointFields,
  subjectOf,
  type Verdict,
} from "../../datapoints/index.ts";
import { queryOf, verdictJson } from "../../datapoints/service.ts";
import { asDatapointId, type ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import { isoTime } from "../../server/service.ts";

interface TrialsDependencies {
  readonly datapoints: DatapointReader;
  readonly tryDefinition: TryDefinition;
  readonly verdictLabels: VerdictLabelStore;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface SampleRequest {
  readonly datapointIds?: readonly string[] | undefined;
  readonly q: string;
  readonly hours: number;
  readonly limit: number;
  /** Used instead of stored datapoints. */
  readonly given?: readonly Tried[] | undefined;
}

interface Tried {
  readonly datapoint: Datapoint;
  readonly expected?: Json | undefined;
}

/** A definition with its current or intended name. */
interface Tryable {
  readonly name: string;
  readonly definition: CheckDefinition;
}

const hourMs = 3_600_000;
const previewLength = 300;

/** Tries one definition, or compares two, on stored datapoints; stores nothing. */
export function createTrials({ datapoints, tryDefinition, verdictLabels, now }: TrialsDependencies) {
  return async (project: ProjectId, request: SampleRequest, one: Tryable, other?: Tryable) => {
    const [sample, labels] = await Promise.all([sampleOf(project, request), labelsOf(project, one.name)]);
    const items = await inTurn(sample, async (tried) => {
      const { datapoint } = tried;
      const trial = await tryOn(project, one, tried);
      const against = other && (await tryOn(project, other, tried));
      const label = labels.get(datapoint.id);
      return {
        datapoint: rowOf(datapoint),
        ...trial,
        ...(against ? { against, flips: flips(trial.verdict, against.verdict) } : {}),
        ...(label === undefined ? {} : { label }),
      };
    });
    const count = (state: Verdict["state"]) => items.filter(({ verdict }) => verdict.state === state).length;
    const labeled = items.filter(({ label }) => label !== undefined);
    return {
      items,
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped"),
      broken: count("broken"),
      flips: items.filter(({ flips = false }) => flips).length,
      agreement: {
        labels: labeled.length,
        agreed: labeled.filter(({ label, verdict }) => label === verdict.state).length,
      },
    };
  };

  async function tryOn(project: ProjectId, { name, definition }: Tryable, { datapoint, expected }: Tried) {
    const tried = await tryDefinition(project, definition, { datapoint, expected });
    const { logs, line, column } = tried;
    const request = { datapoint, check: name, version: versionOf(definition), options: {} };
    const verdict = verdictJson(verdictNow(request, tried, now()));
    return { verdict, logs, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  }

  async function sampleOf(project: ProjectId, request: SampleRequest): Promise<readonly Tried[]> {
    return request.given ?? (await storedOf(project, request)).map((datapoint) => ({ datapoint }));
  }

  async function storedOf(project: ProjectId, { datapointIds, q, hours, limit }: SampleRequest) {
    if (datapointIds) {
      const found = await Promise.all(datapointIds.map((id) => datapoints.get(project, asDatapointId(id))));
      return found.flatMap((stored) => (stored ? [stored.datapoint] : []));
    }
    const to = now() + 1;
    const query = queryOf(q, to, { fields: datapointFields });
    const newest = await datapoints.newest(project, query, { from: to - hours * hourMs, to }, limit);
    return newest.map(({ datapoint }) => datapoint);
  }

  async function labelsOf(project: ProjectId, check: string): Promise<ReadonlyMap<string, VerdictLabel["label"]>> {
    const labels = await verdictLabels.list(project, check);
    return new Map(labels.map(({ datapointId, label }) => [datapointId, label]));
  }
}

const flips = (one: { readonly state: string }, other: { readonly state: string }): boolean =>
  (one.state === "passed" && other.state === "failed") || (one.state === "failed" && other.state === "passed");

function rowOf(datapoint: Datapoint) {
  const { input, output } = subjectOf(datapoint);
  return {
    id: datapoint.id,
    startedAt: isoTime(datapoint.startedAt),
    inputPreview: input.slice(0, previewLength),
    outputPreview: output.slice(0, previewLength),
  };
}

/** Runs a few concurrently, because the sandbox and the judges are shared. */
async function inTurn<Item, Made>(items: readonly Item[], make: (item: Item) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    made.push(...(await Promise.all(items.slice(at, at + atOnce).map(make))));
  return made;
}

const atOnce = 4;
