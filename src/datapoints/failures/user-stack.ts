/** Maximum number of frames and of UTF-16 code units of a stack trace that are stored with a datapoint. */
const framesAtMost = 40;
const lengthAtMost = 8000;
/** Longer stack traces are cut before they are read; the end has the innermost frames in Python, the start elsewhere. */
const readAtMost = 64_000;

/** Code that is not the user's: packages, the runtime, and instrumentations around the user's functions. */
const library =
  /site-packages|dist-packages|[/\\]lib[/\\]python[\d.]+[/\\]|<frozen |node_modules|\bnode:|\(internal\/|^\s*at (?:async )?(?:native|<anonymous>)$|[/\\]gems[/\\]|^\s*at (?:java|javax|jakarta|jdk|sun|kotlin|kotlinx|scala|reactor|io\.opentelemetry|io\.netty|org\.springframework|org\.apache|System|Microsoft|OpenTelemetry)\.|[/\\]go[/\\]pkg[/\\]mod[/\\]|[/\\]usr[/\\]local[/\\]go[/\\]|[/\\]rustc[/\\]|[/\\]vendor[/\\]/;

/** Returns whether a line of a stack trace is a frame of a package, the runtime or an instrumentation. */
export const isLibraryFrame = (line: string): boolean => library.test(line);

const frameStart = /^\s*(?:File "|at |from |\d+: |#\d+ )|^\s+[\w.<>$/-]+\(.*\)$|^\S+\.go:\d+/;

/**
 * Returns a stack trace with the user's frames only, and how many others were left out. A trace without a frame of the
 * user's keeps the frames nearest to the failure.
 */
export function userStack(stack: string): string {
  const read = isPython(stack) ? stack.slice(-readAtMost) : stack.slice(0, readAtMost);
  const frames = framesOf(read.trimEnd().split(/\r?\n/));
  const own = frames.filter(({ isFrame, lines }) => !isFrame || !isLibraryFrame(lines[0] ?? ""));
  const shown = own.some(({ isFrame }) => isFrame) ? own : nearest(frames, isPython(stack));
  const left = frames.length - shown.length;
  const lines = limited(shown).flatMap((frame) => frame.lines);
  const cut = lines.join("\n").slice(0, lengthAtMost);
  return left === 0 ? cut : `${cut}\n(${left} ${left === 1 ? "frame" : "frames"} of libraries left out)`;
}

const isPython = (stack: string) => stack.includes("Traceback (most recent call last)");

interface Frame {
  readonly isFrame: boolean;
  readonly lines: string[];
}

/** A line that starts no frame belongs to the frame before it if it is indented further: source code, in Python. */
function framesOf(lines: readonly string[]): readonly Frame[] {
  const frames: Frame[] = [];
  let indent = 0;
  for (const line of lines) {
    const before = frames.at(-1);
    const depth = line.length - line.trimStart().length;
    if (frameStart.test(line)) {
      frames.push({ isFrame: true, lines: [line] });
      indent = depth;
    } else if (before?.isFrame && depth > indent) before.lines.push(line);
    else frames.push({ isFrame: false, lines: [line] });
  }
  return frames;
}

function nearest(frames: readonly Frame[], isLast: boolean): readonly Frame[] {
  const real = frames.filter(({ isFrame }) => isFrame);
  const shown = new Set(isLast ? real.slice(-3) : real.slice(0, 3));
  return frames.filter((frame) => !frame.isFrame || shown.has(frame));
}

const limited = (frames: readonly Frame[]) =>
  frames.length <= framesAtMost ? frames : [...frames.slice(0, 1), ...frames.slice(1 - framesAtMost)];
