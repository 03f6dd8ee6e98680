import type { FastifyInstance } from "fastify";
import { addFormPages, escapedText, pageSettings, sendPage, unknownLinkPage } from "../../server/service.ts";
import { type MuteRequest, type MuteScope, muteOf } from "../mute.ts";
import type { MuteLinks } from "../mute-links.ts";
import type { MuteStore } from "../ports/notifications.ts";

interface UnsubscribeDependencies {
  readonly mutes: MuteStore;
  readonly muteLinks: Pick<MuteLinks, "read">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Adds the targets of unsubscribe links: a confirmation page, and the POST that mail programs send
 * automatically (RFC 8058). A link mutes only what it names, for the address it names. A GET changes nothing,
 * because virus scanners follow links.
 */
export async function addUnsubscribe(app: FastifyInstance, dependencies: UnsubscribeDependencies) {
  const { mutes, muteLinks, now } = dependencies;

  await addFormPages(app, (page) => {
    page.get<{ Querystring: { t?: string } }>("/unsubscribe", pageSettings, ({ query: { t = "" } }, reply) => {
      const request = muteLinks.read(t);
      return request ? sendPage(reply, confirmationPage(request)) : sendPage(reply.status(404), unknownLinkPage);
    });

    page.post<{ Querystring: { t?: string } }>("/unsubscribe", pageSettings, async ({ query: { t = "" } }, reply) => {
      const request = muteLinks.read(t);
      if (!request) return sendPage(reply.status(404), unknownLinkPage);
      await mutes.add(muteOf(request, now()));
      return sendPage(reply, donePage(request));
    });
  });
}

const what: Readonly<Record<MuteScope, (name: string) => string>> = {
  project: (name) => `anything in the project <b>${escapedText(name)}</b>`,
  monitor: (name) => `issues of the monitor <b>${escapedText(name)}</b>`,
  issue: (name) => `the issue <b>${escapedText(name)}</b>`,
};

const confirmationPage = ({ recipient, scope, subjectName }: MuteRequest) => `<h1>Fewer emails</h1>
<p>${escapedText(recipient)} will get no more emails about ${what[scope](subjectName)}.</p>
<form method="post"><button>Stop these emails</button></form>`;

const donePage = ({ recipient, scope, subjectName }: MuteRequest) => `<h1>Done</h1>
<p role="status">${escapedText(recipient)} gets no more emails about ${what[scope](subjectName)}.</p>
<p>A user with access can undo this under Settings, Notifications.</p>`;
