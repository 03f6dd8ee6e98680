/** A queue of items that wait to be processed. */
export interface Queue {
  readonly name: "pipeline" | "dead_letters" | "judges" | "programs" | "notifications";
  readonly waiting: number;
  /** When the oldest item was received or became due, Unix milliseconds. Absent: the queue is empty. */
  readonly oldestAt?: number;
  readonly problem?: string;
  /** Why its state could not be read. The other fields are unknown then. */
  readonly unreadable?: string;
}

type QueueState = "idle" | "moving" | "stalled" | "unknown";

/** A queue whose oldest item has waited longer than this counts as stalled. */
const stalledAfterMs = 10_000;

/**
 * Returns a queue's state by the age of its oldest item. Dead letters count as stalled immediately, because
 * they need a manual action.
 */
export function queueState({ name, waiting, oldestAt, unreadable }: Queue, now: number): QueueState {
  if (unreadable !== undefined) return "unknown";
  if (name === "dead_letters") return waiting > 0 ? "stalled" : "idle";
  if (oldestAt === undefined) return "idle";
  return now - oldestAt > stalledAfterMs ? "stalled" : "moving";
}

/** Describes a queue that is stalled or could not be read in a sentence. */
export function queueSentence({ name, waiting, oldestAt, problem, unreadable }: Queue, now: number): string {
  if (unreadable !== undefined) return `${labels[name]} could not be read: ${sentence(unreadable)}`;
  if (name === "dead_letters") {
    const what = waiting === 1 ? "1 dead letter is not stored" : `${waiting} dead letters are not stored`;
    return `${what}${problem === undefined ? "." : `. The newest: ${sentence(problem)}`}`;
  }
  const waited = `${whatWaits(name, waiting)} for ${ageText(now - (oldestAt ?? now))}`;
  return problem === undefined ? `${waited}.` : `${waited}: ${sentence(problem)}`;
}

const labels: Readonly<Record<Queue["name"], string>> = {
  pipeline: "The pipeline",
  dead_letters: "The dead-letter queue",
  judges: "The queue of judges",
  programs: "The queue of programs",
  notifications: "The queue of notifications",
};

function ageText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function whatWaits(name: Exclude<Queue["name"], "dead_letters">, waiting: number): string {
  if (name === "pipeline") return "Accepted data has waited to be stored";
  const [one, many] = (
    {
      judges: ["judge verdict", "judge verdicts"],
      programs: ["verdict of a program", "verdicts of programs"],
      notifications: ["notification", "notifications"],
    } as const
  )[name];
  return waiting === 1 ? `1 ${one} has waited` : `${waiting} ${many} have waited`;
}
