import { expect, test } from "vitest";
import { encodeTraces } from "../../src/otlp/encode.ts";
import { chatSpan, withPrompt } from "../lab/spans.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startMailServer } from "../support/mail-server.ts";
import { startService } from "../support/service.ts";
import { eventually } from "../support/service-api.ts";

test("a refused call becomes one e-mail to the person who signed up, however often it is sent", async () => {
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
  for (let times = 0; times < 2; times++)
    await fetch(`${service.url}/v1/traces`, {
      method: "POST",
      headers: { "content-type": "application/x-protobuf", "api-key": service.token, "x-gaffe-receipt": "wait" },
      body: encodeTraces([span]),
    });
  const mails = await eventually(
    async () => [...mail.mails],
    (seen) => seen.length > 0,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.to).toEqual(["lea@example.com"]);
  expect(mails[0]?.mail.subject).toContain("refus");
  expect(mails[0]?.mail.text).toContain("can't help with refunds");
  expect(mails[0]?.mail.text).toContain("/i/1");
});
