import { StringDecoder } from "node:string_decoder";
import type { ServerSentEvent } from "./sse.ts";

/**
 * Reads server-sent events (WHATWG HTML, "server-sent events") incrementally: each call returns the events that a
 * chunk completes, even if the network splits a character or CR LF. An event without its terminating empty line is
 * never returned: it may be incomplete.
 */
export function createEventReader(): (bytes: Buffer) => ServerSentEvent[] {
  const decoder = new StringDecoder("utf8");
  let line = "";
  let afterReturn = false;
  let first = true;
  let event: string | undefined;
  let data: string | undefined;
  return (bytes) => {
    const events: ServerSentEvent[] = [];
    let text = decoder.write(bytes);
    if (text === "") return events;
    if (first) text = text.replace(/^\uFEFF/, "");
    first = false;
    if (afterReturn && text.startsWith("\n")) text = text.slice(1);
    afterReturn = text.endsWith("\r");
    const lines = text.split(/\r\n|\n|\r/);
    lines[0] = line + lines[0]!;
    line = lines.pop()!;
    for (const each of lines) {
      const done = read(each);
      if (done) events.push(done);
    }
    return events;
  };

  function read(text: string): ServerSentEvent | undefined {
    if (text === "") {
      const done = data === undefined ? undefined : { ...(event === undefined ? {} : { event }), data };
      event = undefined;
      data = undefined;
      return done;
    }
    if (text.startsWith("data:")) {
      const value = text.slice(text[5] === " " ? 6 : 5);
      data = data === undefined ? value : `${data}\n${value}`;
    } else if (text.startsWith("event:")) event = text.slice(text[6] === " " ? 7 : 6);
    return undefined;
  }
}
