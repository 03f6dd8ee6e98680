import { isLibraryFrame } from "../../datapoints/index.ts";

const frames: readonly RegExp[] = [
  /^\s*File "([^"]+)", line \d+, in ([\w.<>]+)/, // Python
  /^\s*at (?:async )?([\w$.<>[\] ]+?) \(([^()]+?):\d+(?::\d+)?\)/, // JavaScript, Java, Kotlin
  /^\s*at ([\w$.<>`]+)\([^)]*\) in ([^:]+):line \d+/, // .NET
  /^\s*([\w./-]+\.go):\d+/, // Go
  /^\s*from ([^:]+\.rb):\d+:in [`']([^'`]+)'/, // Ruby
];

const shownAtMost = 3;

/** Returns the frames of the user's code in a stack trace, without lines and folders, at most three of them. */
export function userFrames(stack: string): readonly string[] {
  const found: string[] = [];
  for (const line of stack.slice(0, 20_000).split("\n")) {
    if (isLibraryFrame(line)) continue;
    const match = frames.map((frame) => frame.exec(line)).find((one) => one !== null);
    if (match) found.push(match.slice(1).map(lastName).join(" "));
  }
  // Python prints the newest call last.
  return (/^Traceback|\bFile "/m.test(stack) ? found.reverse() : found).slice(0, shownAtMost);
}

const lastName = (path: string | undefined) => path?.split(/[\\/]/).at(-1) ?? "";
