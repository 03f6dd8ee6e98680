/** Something that waits to be worked on. */
export interface Queue {
  readonly name: "line" | "judges" | "programs" | "notifications";
  readonly waiting: number;
  /** When the oldest of it came or was due, Unix milliseconds; absent: nothing waits. */
  readonly oldestAt?: number;
  /** Why the last try did not succeed. */
  readonly problem?: string;
}

/** What is behind longer than this is shown as standing still. */
const standsStillAfterMs = 8_000;

/** Moving, or standing still: a queue is as old as what has waited in it longest. */
export function queueState({ oldestAt }: Queue, now: number): "idle" | "moving" | "standing" {
  if (oldestAt === undefined) return "idle";
  return now - oldestAt > standsStillAfterMs ? "standing" : "moving";
}

/** In a sentence, for a hint. */
export function queueSentence({ name, waiting, oldestAt, problem }: Queue, now: number): string {
  const seconds = Math.round((now - (oldestAt ?? now)) / 1000);
  const long = seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  return `${whatWaits(name, waiting)} for ${long}${problem === undefined ? "" : `: ${problem}`}.`;
}

function whatWaits(name: Queue["name"], waiting: number): string {
  if (name === "line") return "Accepted data has waited to be stored";
  const [one, many] = (
    {
      judges: ["judge verdict", "judge verdicts"],
      programs: ["verdict of a program", "verdicts of programs"],
      notifications: ["notification", "notifications"],
    } as const
  )[name];
  return waiting === 1 ? `1 ${one} has waited` : `${waiting} ${many} have waited`;
}
