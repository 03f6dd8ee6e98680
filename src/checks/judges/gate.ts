import { dailyLimitReason } from "../lacking.ts";
import type { JudgeGate, JudgeState, SpendStore } from "../ports/judges.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { dayOf, type JudgeModel } from "./judge.ts";

/**
 * Creates the gate for all judge calls: a lane per judge, a circuit breaker per endpoint, and the daily
 * limits.
 */
export function createJudgeGate({
  spend,
  now,
}: {
  spend: Pick<SpendStore, "reserve" | "settle">;
  now: () => number;
}): JudgeGate {
  const breakers = new Map<string, Breaker>();
  const lanes = new Map<string, Lane>();
  return {
    stateOf: (judge) => breakerFor(judge).state(),
    async enter(judge, expectedUsd, signal) {
      const lane = laneFor(judge);
      const turnedAway = await lane.enter(judge, signal);
      if (turnedAway) return turnedAway;
      const breaker = breakerFor(judge);
      if (!breaker.admits()) {
        lane.leave();
        return { kind: "later", reason: paused(breaker.state()), afterMs: 5_000 };
      }
      const day = dayOf(now());
      const isCovered = await spend.reserve(judge, day, expectedUsd).catch((thrown: unknown) => {
        breaker.abandoned();
        lane.leave();
        throw thrown;
      });
      if (!isCovered) {
        breaker.abandoned();
        lane.leave();
        return { kind: "spent", reason: dailyLimitReason(judge) };
      }
      return {
        kind: "entered",
        async leave(outcome) {
          if (outcome.kind === "failed") breaker.failed(outcome.reason);
          else breaker[outcome.kind]();
          lane.leave();
          await spend.settle(judge, day, expectedUsd, outcome.kind === "worked" ? (outcome.usd ?? 0) : 0);
        },
      };
    },
  };

  function breakerFor({ baseUrl, projectId }: JudgeModel): Breaker {
    // Keyed by project too: one project's wrong key must not stop another project's judge at the same address.
    const key = `${projectId} ${baseUrl}`;
    const known = breakers.get(key) ?? createBreaker(now);
    breakers.set(key, known);
    return known;
  }

  function laneFor({ id }: JudgeModel): Lane {
    const known = lanes.get(id) ?? createLane(now);
    lanes.set(id, known);
    return known;
  }
}

interface Lane {
  /** Resolves with the reason for a rejection, or with undefined; then the caller must call `leave`. */
  enter(
    judge: JudgeModel,
    signal: AbortSignal,
  ): Promise<{ kind: "later"; reason: string; afterMs: number } | undefined>;
  leave(): void;
}

/** Limits concurrent calls and calls per minute. Calls over the rate are rejected with a delay. */
function createLane(now: () => number): Lane {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let minute = 0;
  let inMinute = 0;
  return {
    async enter({ concurrency, requestsPerMinute }, signal) {
      // `leave` passes the slot directly to the next waiting call, so `inside` does not change.
      if (inside < concurrency) inside++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      if (signal.aborted) {
        leave();
        return { kind: "later", reason: "the service stops", afterMs: 0 };
      }
      const present = Math.floor(now() / 60_000);
      if (present !== minute) [minute, inMinute] = [present, 0];
      if (inMinute >= requestsPerMinute) {
        leave();
        const reason = `its rate of ${requestsPerMinute} calls a minute is reached`;
        return { kind: "later", reason, afterMs: (present + 1) * 60_000 - now() };
      }
      inMinute++;
      return undefined;
    },
    leave,
  };

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else inside--;
  }
}

function paused(state: JudgeState): string {
  return state.kind === "closed" ? "the judge is being tried" : `the judge is not called for a while: ${state.reason}`;
}
