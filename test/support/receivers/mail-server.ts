import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface Mail {
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
}

type Answer = "take" | { readonly code: number } | "never";

/** Starts a real SMTP server on loopback that stores the mails it accepts. */
export async function startMailServer() {
  const mails: Mail[] = [];
  const state: { atRecipient: Answer; afterDot: Answer } = { atRecipient: "take", afterDot: "take" };
  /** Connections that get no response. */
  const waiting = new Set<object>();
  const sockets = new Set<Socket>();
  const refuse = (code: number) => Object.assign(new Error("no"), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 50,
    logger: false,
    onRcptTo(_address, session, done) {
      const { atRecipient: answer } = state;
      if (answer === "never") waiting.add(session);
      else done(answer === "take" ? undefined : refuse(answer.code));
    },
    onData(stream, session, done) {
      // A client that disconnects in the middle of its mail has sent none.
      text(stream).then(take, () => undefined);
      async function take(raw: string) {
        const { afterDot: answer } = state;
        if (answer !== "take" && answer !== "never") return done(refuse(answer.code));
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, raw, mail: await PostalMime.parse(raw) });
        // The mail is accepted; whether the server confirms it depends on the test.
        return answer === "take" ? done() : undefined;
      }
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket) => sockets.add(socket));
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  return {
    mails,
    state,
    waiting,
    /** Closes the connections of clients that wait for a response. */
    letGo: () => {
      for (const socket of sockets) socket.destroy();
    },
    url: `smtp://127.0.0.1:${portOf(listening.address())}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export async function startSilentServer() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: portOf(server.address()),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns a loopback port on which nothing listens. */
export async function deadPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server.address());
  server.close();
  await once(server, "close");
  return port;
}

export function portOf(address: ReturnType<ReturnType<typeof createServer>["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
