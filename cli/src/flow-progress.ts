/** Rows of a flow that are done, of those of its current run. */
export interface Progress {
  readonly done: number;
  readonly total: number;
  /** The run, where it is not called as its flow. */
  readonly run?: string;
}

interface State extends Progress {
  readonly flow: string;
  /** When its first progress came, on the clock of `now`, and what was done then. */
  readonly since: number;
  readonly doneBefore: number;
}

/** Follows flows that run at the same time, and describes them in one line with the time that is left. */
export function createFlowProgress(flowCount: number, now: () => number = () => performance.now()) {
  const running = new Map<string, State>();
  let ended = 0;
  return {
    update(flow: string, progress: Progress): void {
      const known = running.get(flow);
      const isSame = known !== undefined && known.run === progress.run && known.total === progress.total;
      const since = isSame ? known.since : now();
      running.set(flow, { ...progress, flow, since, doneBefore: isSame ? known.doneBefore : progress.done });
    },
    end(flow: string): void {
      running.delete(flow);
      ended++;
    },
    line(): string {
      const states = [...running.values()];
      const flows = states.map(({ flow, run, done, total }) =>
        [
          flow,
          ...(run === undefined || run === flow ? [] : [run]),
          ...(total === 0 ? ["…"] : [`${done}/${total}`]),
        ].join(" "),
      );
      const left = states.map((state) => leftMs(state, now()));
      const longest = left.every((each) => each !== undefined) ? Math.max(0, ...left) : undefined;
      return [
        ...(flowCount > 1 ? [`${ended} of ${flowCount} flows`] : []),
        ...flows,
        ...(longest === undefined || states.length === 0 ? [] : [leftText(longest)]),
      ].join(" · ");
    },
  };
}

/** Returns the time that the other rows take at the speed so far; undefined before the first row. */
function leftMs({ done, total, since, doneBefore }: State, now: number): number | undefined {
  const made = done - doneBefore;
  return made <= 0 ? undefined : ((now - since) / made) * (total - done);
}

function leftText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return "evaluating";
  if (seconds < 90) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${(minutes / 60).toFixed(1)} h left`;
}
