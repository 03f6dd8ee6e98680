import type { JudgeGate, JudgeState, SpendStore } from "../ports/judges.ts";
import { type Breaker, createBreaker } from "./breaker.ts";
import { dayOf, type JudgeModel } from "./judge.ts";

/** The one gate of all judges: a lane for each, a breaker for each endpoint, and the ceilings of the day. */
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
        return { kind: "later", because: paused(breaker.state()), afterMs: 5_000 };
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
        return { kind: "spent", because: ceiling(judge) };
      }
      return {
        kind: "entered",
        async leave(outcome) {
          if (outcome.kind === "failed") breaker.failed(outcome.because);
          else breaker[outcome.kind]();
          lane.leave();
          await spend.settle(judge, day, expectedUsd, outcome.kind === "worked" ? (outcome.usd ?? 0) : 0);
        },
      };
    },
  };

  function breakerFor({ baseUrl, projectId }: JudgeModel): Breaker {
    // Per project as well: one project's wrong key must not stop another's judge at the same address.
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
  /** Resolves with why not, or with nothing: whoever is inside must leave. */
  enter(
    judge: JudgeModel,
    signal: AbortSignal,
  ): Promise<{ kind: "later"; because: string; afterMs: number } | undefined>;
  leave(): void;
}

/** So many calls at once, and so many a minute; who is too many a minute comes back later. */
function createLane(now: () => number): Lane {
  const waiting: (() => void)[] = [];
  let inside = 0;
  let minute = 0;
  let inMinute = 0;
  return {
    async enter({ concurrency, requestsPerMinute }, signal) {
      // Whoever leaves hands the place on, so that it is not free in between.
      if (inside < concurrency) inside++;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      if (signal.aborted) {
        leave();
        return { kind: "later", because: "the service stops", afterMs: 0 };
      }
      const present = Math.floor(now() / 60_000);
      if (present !== minute) [minute, inMinute] = [present, 0];
      if (inMinute >= requestsPerMinute) {
        leave();
        const because = `its rate of ${requestsPerMinute} calls a minute is reached`;
        return { kind: "later", because, afterMs: (present + 1) * 60_000 - now() };
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

const ceiling = ({ name, dailyUsd, dailyCalls }: JudgeModel) =>
  `the day's ceiling of ${name} is reached ($${dailyUsd}, ${dailyCalls} calls)`;

function paused(state: JudgeState): string {
  return state.kind === "closed" ? "the judge is being tried" : `the judge is not called for a while: ${state.because}`;
}
