import { z } from "zod";
import { recipientStates } from "../../accounts/service.ts";
import { monitorChangeKinds } from "../../monitors/service.ts";
import { HttpUrl, Time } from "../../server/service.ts";
import { channelKinds } from "../channel.ts";
import { deliveryKinds, deliveryStates } from "../delivery.ts";
import { muteScopes } from "../mute.ts";

const Secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32,100}={0,2}$/, "must be whsec_ and 24 to 64 bytes in base64")
  .describe("Left out, one is made; it is in the answer of this request and nowhere else");
const Recipients = z.union([z.literal("account"), z.array(z.email()).min(1).max(50)]);

const NewTarget = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("email"), to: Recipients.describe("`account`: every user of the account") }),
  z.strictObject({ kind: z.literal("slack_webhook"), url: HttpUrl }),
  z.strictObject({
    kind: z.literal("slack_app"),
    token: z.string().regex(/^xox[a-z]-[\w-]{5,300}$/, "must be a bot token, xoxb-…"),
    conversation: z.string().min(1).max(100).describe("Id or #name of a conversation that the app was added to"),
  }),
  z.strictObject({ kind: z.literal("webhook"), url: HttpUrl, secret: Secret.optional() }),
]);
export type NewTarget = z.output<typeof NewTarget>;

const fields = { name: z.string().trim().min(1).max(200), showsDialog: z.boolean() };

export const NewChannel = z
  .strictObject({ ...fields, showsDialog: fields.showsDialog.default(true), target: NewTarget })
  .meta({ id: "NewChannel" });

/**
 * Omitted fields stay unchanged. A webhook's new secret and the previous one both sign until the next
 * rotation, so that receivers can switch.
 */
export const ChannelChange = z
  .strictObject({ ...fields, target: NewTarget, enabled: z.boolean() })
  .partial()
  .meta({ id: "ChannelChange" });

/** A channel without its secrets. */
const Recipient = z.strictObject({
  address: z.string(),
  state: z
    .enum(recipientStates)
    .describe("Only `member`, `trusted` (by a setting) and `confirmed` receive; `waiting` for their confirmation"),
  heldBack: z.int().describe("Messages of the last 90 days that were not sent for this reason"),
});

export const Channel = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: z.enum(channelKinds),
    leadsTo: z.string().describe("Addresses, conversation, or URL without secrets"),
    recipients: z.array(Recipient).optional().describe("Of an email channel with addresses"),
    showsDialog: z.boolean(),
    builtIn: z.boolean(),
    disabledReason: z.string().optional(),
    createdAt: Time.optional(),
    updatedAt: Time.optional(),
  })
  .meta({ id: "Channel" });

export const MadeChannel = Channel.extend({
  secret: z.string().optional().describe("Of a webhook, shown this once: it verifies the signatures"),
}).meta({ id: "MadeChannel" });

/** An address whose owner muted something by a link in an email. */
export const Mute = z
  .strictObject({
    id: z.string(),
    recipient: z.string(),
    scope: z.enum(muteScopes),
    subjectId: z.string(),
    name: z.string().describe("Of the project, monitor or issue, when it was muted"),
    createdAt: Time,
  })
  .meta({ id: "Mute" });

export const TestRequest = z.strictObject({
  recipient: z.email().optional().describe("For email: whom to send the test to. Default: the first recipient"),
});

export const ConfirmationRequest = z.strictObject({ recipient: z.email() });

export const Notification = z
  .strictObject({
    id: z.string(),
    channel: z.string(),
    recipient: z.string().optional(),
    kind: z.enum(deliveryKinds),
    state: z.enum(deliveryStates),
    dueAt: Time,
    createdAt: Time,
    attempts: z.int(),
    problem: z.string().optional().describe("Why the last try did not succeed"),
    sentAt: Time.optional(),
    issues: z.array(z.int()).describe("Numbers of the issues in the message; with `monitors` at most 20"),
    monitors: z
      .array(z.strictObject({ id: z.string(), name: z.string().optional(), change: z.enum(monitorChangeKinds) }))
      .describe("Monitors in the message that stopped working, or work again"),
    issueChanges: z.int().describe("Number of changes of issues and monitors in the message"),
  })
  .meta({ id: "Notification" });
