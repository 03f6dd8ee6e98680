import type { MailLimits, ProjectStore, Recipients, UserStore } from "../../accounts/index.ts";
import { mayReceive } from "../../accounts/service.ts";
import type { Principal } from "../../server/index.ts";
import { refusal } from "../../server/service.ts";
import type { Channel, ChannelTarget } from "../channel.ts";
import { heldBackReasons } from "../held-back.ts";
import type { DeliveryHistory } from "../ports/notifications.ts";
import { channelJson } from "./channel-json.ts";

export interface ChannelAudienceDependencies {
  readonly deliveries: Pick<DeliveryHistory, "countFailed">;
  readonly projects: Pick<ProjectStore, "get">;
  readonly users: Pick<UserStore, "listReaching">;
  readonly recipients: Pick<Recipients, "statesOf" | "request" | "requestAgain">;
  readonly mailLimits: MailLimits;
}

const heldBack = Object.values(heldBackReasons).filter((reason) => reason !== "");

/** Decides whom the channels of a project may email, and shows it. */
export function createChannelAudience(dependencies: ChannelAudienceDependencies) {
  const { deliveries, projects, users, recipients, mailLimits } = dependencies;
  return { jsonOf, requestConfirmations, requestAgain, testRecipient };

  async function jsonOf({ accountId, projectId }: Principal, channels: readonly Channel[]) {
    const addresses = channels.flatMap(({ target }) => addressesOf(target));
    if (addresses.length === 0) return channels.map((channel) => channelJson(channel));
    const states = await recipients.statesOf(accountId, addresses, projectId);
    const counts = await deliveries.countFailed(projectId, heldBack);
    return channels.map((channel) => {
      const own = addressesOf(channel.target);
      const counted = counts.filter(({ channelId }) => channelId === channel.id);
      const recipientJson = (address: string) => ({
        address,
        state: states.get(address) ?? ("unconfirmed" as const),
        heldBack: counted.find(({ recipient }) => recipient === address)?.count ?? 0,
      });
      return channelJson(channel, own.length === 0 ? undefined : own.map(recipientJson));
    });
  }

  /** Emails the recipients that got no confirmation email yet. */
  async function requestConfirmations(principal: Principal, target: ChannelTarget): Promise<void> {
    const addresses = addressesOf(target);
    if (addresses.length > 0) await recipients.request({ ...(await requestOf(principal)), addresses });
  }

  async function requestAgain(principal: Principal, target: ChannelTarget, address: string): Promise<void> {
    if (!addressesOf(target).includes(address)) throw notRecipient();
    await recipients.requestAgain({ ...(await requestOf(principal)), address });
  }

  async function requestOf({ accountId, projectId, by }: Principal) {
    const project = await projects.get(projectId);
    const requestedBy = by.kind === "user" ? by.email : "A member of a Gaffe account";
    return { accountId, requestedBy, about: `the project ${project?.name ?? ""}` };
  }

  /** Returns the address of a test: the given one, or the first that may receive. */
  async function testRecipient(
    { accountId, projectId }: Principal,
    target: Extract<ChannelTarget, { kind: "email" }>,
    given: string | undefined,
  ): Promise<string> {
    const to =
      target.to === "account" ? (await users.listReaching(accountId, projectId)).map(({ email }) => email) : target.to;
    if (given !== undefined && !to.includes(given)) throw notRecipient();
    const states = await recipients.statesOf(accountId, to, projectId);
    const isReceiving = (address: string) => mayReceive(states.get(address) ?? "unconfirmed");
    const recipient = given ?? to.find(isReceiving) ?? to[0];
    if (recipient === undefined) throw refusal("conflict", "the account has no user to send to");
    if (!isReceiving(recipient)) {
      const why = heldBackReasons[states.get(recipient) ?? "unconfirmed"];
      throw refusal("conflict", `no test was sent to ${recipient}: ${why}`, "recipient");
    }
    await mailLimits.pass("test", accountId, [recipient]);
    return recipient;
  }
}

const addressesOf = (target: ChannelTarget): readonly string[] =>
  target.kind === "email" && target.to !== "account" ? target.to : [];

const notRecipient = () => refusal("invalid-request", "is not a recipient of this channel", "recipient");
