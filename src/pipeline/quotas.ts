import type { Admission } from "../otlp/index.ts";
import { Failure } from "../platform/failure.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";

/** The rate that a project may send, averaged over a few seconds; 0 means no limit. */
export interface Quota {
  readonly spansPerSecond: number;
  readonly bytesPerSecond: number;
}

interface QuotaDependencies {
  readonly standard: Quota;
  /** Quotas of projects that override the standard one. */
  readonly overrides?: ReadonlyMap<string, Quota>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

interface Cost {
  /** Spans or log records. */
  readonly items: number;
  readonly bytes: number;
}

interface OverQuota {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

export interface Quotas {
  /** Charges a request, or returns why it must be sent later. */
  take(project: ProjectId, cost: Cost): OverQuota | undefined;
  giveBack(project: ProjectId, cost: Cost): void;
  /** Returns why any request of the project must be sent later, so that it can be refused before it is read. */
  readonly refusal: (project: ProjectId) => OverQuota | undefined;
}

/** An idle project may send this many seconds' worth of its quota at full speed. */
const burstSeconds = 5;
/** Exporters give up on a request whose next attempt is too far away. */
const maxRetryAfterSeconds = 30;

interface Bucket {
  level: number;
  at: number;
}

interface Limited {
  readonly bucket: Bucket;
  readonly rate: number;
  readonly cost: number;
  readonly name: string;
}

/**
 * Creates in-memory token buckets, two for each project. A request is accepted while both are above zero and may
 * take them below, so that one larger than the burst does not wait forever; later requests pay for it.
 */
export function createQuotas({ standard, overrides = new Map(), now }: QuotaDependencies): Quotas {
  const buckets = new Map<ProjectId, { readonly spans: Bucket; readonly bytes: Bucket }>();

  return {
    take(project, cost) {
      const limits = limitsOf(project, cost);
      const over = refusalOf(limits);
      if (over) return over;
      for (const { bucket, cost: amount } of limits) bucket.level -= amount;
      return undefined;
    },
    giveBack(project, cost) {
      for (const { bucket, cost: amount } of limitsOf(project, cost)) bucket.level += amount;
    },
    refusal: (project) => refusalOf(limitsOf(project, { items: 0, bytes: 0 })),
  };

  function refusalOf(limits: readonly Limited[]): OverQuota | undefined {
    for (const { bucket, rate } of limits) refill(bucket, rate);
    const [worst] = limits
      .filter(({ bucket }) => bucket.level <= 0)
      .toSorted((one, other) => one.bucket.level / one.rate - other.bucket.level / other.rate);
    return worst && overQuota(worst);
  }

  function limitsOf(project: ProjectId, { items, bytes }: Cost): readonly Limited[] {
    const quota = overrides.get(project) ?? standard;
    const { spansPerSecond, bytesPerSecond } = quota;
    if (spansPerSecond === 0 && bytesPerSecond === 0) return [];
    const { spans, bytes: sizes } = bucketsOf(project, quota);
    return [
      { bucket: spans, rate: spansPerSecond, cost: items, name: "spans" },
      { bucket: sizes, rate: bytesPerSecond, cost: bytes, name: "bytes" },
    ].filter(({ rate }) => rate > 0);
  }

  function bucketsOf(project: ProjectId, { spansPerSecond, bytesPerSecond }: Quota) {
    const known = buckets.get(project);
    if (known) return known;
    const full = (rate: number): Bucket => ({ level: rate * burstSeconds, at: now() });
    const made = { spans: full(spansPerSecond), bytes: full(bytesPerSecond) };
    buckets.set(project, made);
    return made;
  }

  function refill(bucket: Bucket, rate: number): void {
    const at = now();
    const gained = (Math.max(0, at - bucket.at) / 1000) * rate;
    bucket.level = Math.min(rate * burstSeconds, bucket.level + gained);
    bucket.at = at;
  }

  function overQuota({ bucket, rate, name }: Limited): OverQuota {
    const untilFree = Math.ceil(-bucket.level / rate);
    return {
      message: `this project sends more than its quota of ${rate} ${name} a second: send this request again later`,
      retryAfterSeconds: Math.min(maxRetryAfterSeconds, Math.max(1, untilFree)),
    };
  }
}

/**
 * Wraps an admission so that it accepts no more from a project than its quota. Throws Failure("caller") with facts
 * {reason: "over_quota", retryAfterSeconds} for a batch that must be sent later.
 */
export function admitWithin(quotas: Quotas, admission: Admission, emit: Telemetry["emit"]): Admission {
  return {
    async admit(batch) {
      const { projectId, traceIds, bytes, signal } = batch;
      // Read before `accept`, which may transfer the memory of the bytes to the journal.
      const cost = { items: traceIds.length, bytes: bytes.length };
      const over = quotas.take(projectId, cost);
      if (over) {
        const { message, retryAfterSeconds } = over;
        emit({
          kind: "items-refused",
          level: "debug",
          count: cost.items,
          labels: { signal, reason: "over_quota" },
          message,
          facts: { project: projectId },
        });
        throw new Failure("caller", message, { problem: "too-many-requests", reason: "over_quota", retryAfterSeconds });
      }
      try {
        return await admission.admit(batch);
      } catch (thrown) {
        quotas.giveBack(projectId, cost);
        throw thrown;
      }
    },
  };
}
