/** Where the output of one flow goes. */
export interface FlowOutput {
  readonly write: (text: string) => void;
  /** Ends with a note, if one is given. */
  readonly end: (note?: string) => void;
}

/**
 * Separates the output of flows that run at the same time: the first unfinished flow's is written as it comes, that of
 * the others when those before them have ended. With several flows, each line begins with its flow.
 */
export function createFlowOutput(names: readonly string[], writeLine: (line: string) => void) {
  const streams = names.map(() => ({ lines: [] as string[], partial: "", hasEnded: false }));
  let front = 0;
  return { of, flush };

  function of(index: number): FlowOutput {
    return {
      write(text) {
        const stream = streams[index];
        if (!stream) return;
        const [last = "", ...whole] = (stream.partial + text).split(/\r?\n/).toReversed();
        stream.partial = last;
        for (const line of whole.toReversed()) add(index, prefixed(index, line));
      },
      end(note) {
        const stream = streams[index];
        if (!stream) return;
        if (stream.partial !== "") add(index, prefixed(index, stream.partial));
        stream.partial = "";
        if (note !== undefined) add(index, note);
        stream.hasEnded = true;
        while (streams[front]?.hasEnded) {
          front++;
          writeAll(front);
        }
      },
    };
  }

  /** Writes everything that waits: the command is about to end. */
  function flush(): void {
    for (const index of streams.keys()) writeAll(index);
  }

  function add(index: number, line: string): void {
    if (index === front) writeLine(line);
    else streams[index]?.lines.push(line);
  }

  function writeAll(index: number): void {
    for (const line of streams[index]?.lines.splice(0) ?? []) writeLine(line);
  }

  function prefixed(index: number, line: string): string {
    return names.length === 1 ? line : `${names[index] ?? ""} | ${line}`;
  }
}
