import { expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { chatSpan, withPrompt } from "../lab/spans.ts";
import { startMailServer } from "../support/receivers/mail-server.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { startService } from "../support/service/service.ts";
import { apiOf, eventually } from "../support/service/service-api.ts";

test("a refused call becomes one email to the person who signed up, however often it is sent", async () => {
  using folder = temporaryFolder();
  await using mail = await startMailServer();
  await using service = await startService({
    folder: folder.path,
    env: {
      SMTP_URL: mail.url,
      GAFFE_INIT_EMAIL: "lea@example.com",
      GAFFE_INIT_PASSWORD: "a long enough password",
    },
  });
  const answer = "I'm sorry, but I can't help with refunds.";
  const span = withPrompt(chatSpan({ run: 9, number: 1, startMs: Date.now() - 2000, answer }), "Refund order 1042.");
  const send = (token: string) =>
    fetch(`${service.url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": token, "x-gaffe-receipt": "wait" },
      body: encodeTraces([span]),
    });
  for (let times = 0; times < 2; times++) await send(service.token);
  const mails = await eventually(
    async () => [...mail.mails],
    (seen) => seen.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toEqual(["lea@example.com"]);
  expect(mails[0]?.mail.subject).toContain("refus");
  expect(mails[0]?.mail.text).toContain("can't help with refunds");
  expect(mails[0]?.mail.text).toContain(`${service.url}/p/global/issues/1`);

  // The first issue of another project has the same number: the link must lead into that project.
  const api = apiOf(service);
  const shop = (await api.post("/projects", { name: "Shop" })) as { id: string };
  const token = (await api.post("/tokens", { name: "shop", scopes: ["ingest", "read"], projectId: shop.id })) as {
    secret: string;
  };
  await send(token.secret);
  await eventually(
    async () => [...mail.mails],
    (seen) => seen.length > 1,
  );
  const linked = [...(mail.mails[1]?.mail.text ?? "").matchAll(/http\S+\/p\/\S+/g)].map(([link]) => link);
  expect(linked).toEqual([
    `${service.url}/p/${shop.id}/issues/1`,
    `${service.url}/p/${shop.id}/settings/notifications`,
  ]);
  const markdown = await fetch(`${service.url}/api/v1/issues/1?as=markdown`, { headers: { "api-key": token.secret } });
  const text = await markdown.text();
  expect(text).toContain(`${service.url}/p/${shop.id}/issues/1`);
  expect(text).toMatch(new RegExp(`${service.url}/p/${shop.id}/datapoints/[\\w-]{22}`));
  expect(text).not.toMatch(/\/[di]\//);
});
