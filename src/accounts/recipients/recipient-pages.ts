import type { FastifyInstance } from "fastify";
import { addFormPages, escapedText, pageSettings, sendPage, unknownLinkPage } from "../../server/service.ts";
import type { RecipientLink } from "./recipient-links.ts";
import type { Recipients } from "./recipients.ts";

interface RecipientPageDependencies {
  readonly recipients: Pick<Recipients, "read" | "answer">;
}

interface Page {
  readonly path: string;
  readonly kind: RecipientLink["kind"];
  readonly question: (address: string) => string;
  readonly done: (address: string) => string;
}

const pages: readonly Page[] = [
  {
    path: "/confirm-email",
    kind: "confirm",
    question: (address) => `<h1>Emails from Gaffe</h1>
<p>Confirm that notifications may be sent to ${address}. Every email has a link that ends them.</p>
<form method="post"><button>Confirm</button></form>`,
    done: (address) => `<h1>Confirmed</h1><p role="status">Notifications are sent to ${address} from now on.</p>`,
  },
  {
    path: "/stop-email",
    kind: "unsubscribe",
    question: (address) => `<h1>No more emails</h1>
<p>${address} will get no more notifications of this Gaffe account, and no request to confirm them.</p>
<form method="post"><button>Stop these emails</button></form>`,
    done: (address) => `<h1>Done</h1><p role="status">${address} gets no more notifications of this Gaffe account.</p>`,
  },
];

/**
 * Adds the targets of links in emails to addresses outside an account. A GET changes nothing, because virus scanners
 * follow links; mail programs send the POST of `/stop-email` automatically (RFC 8058).
 */
export async function addRecipientPages(app: FastifyInstance, { recipients }: RecipientPageDependencies) {
  await addFormPages(app, (group) => {
    for (const { path, kind, question, done } of pages) {
      const read = (token: string) => {
        const link = recipients.read(token);
        return link?.kind === kind ? link : undefined;
      };
      group.get<{ Querystring: { t?: string } }>(path, pageSettings, ({ query: { t = "" } }, reply) => {
        const link = read(t);
        return link
          ? sendPage(reply, question(escapedText(link.address)))
          : sendPage(reply.status(404), unknownLinkPage);
      });
      group.post<{ Querystring: { t?: string } }>(path, pageSettings, async ({ query: { t = "" } }, reply) => {
        const link = read(t);
        if (!link) return sendPage(reply.status(404), unknownLinkPage);
        if (!(await recipients.answer(link))) return sendPage(reply.status(410), expiredPage);
        return sendPage(reply, done(escapedText(link.address)));
      });
    }
  });
}

const expiredPage = `<h1>This link is no longer valid</h1>
<p>A link is valid for seven days, and until a newer one is sent. Ask for another. Nothing was changed.</p>`;
