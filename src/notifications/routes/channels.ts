import { z } from "zod";
import type { UserStore } from "../../accounts/index.ts";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, PageQuery, pageOf, refusal } from "../../server/service.ts";
import { type Channel as DomainChannel, emailChannelId } from "../channel.ts";
import {
  Channel,
  ChannelChange,
  MadeChannel,
  NewChannel,
  Notification,
  TestRequest,
} from "../contract/notification.ts";
import { deliveryStates } from "../delivery.ts";
import type { ChannelStore, DeliveryHistory, DeliveryRecord } from "../ports/notifications.ts";
import { channelJson, notificationJson, targetOf } from "./channel-json.ts";

interface ChannelRouteDependencies {
  readonly channels: ChannelStore;
  readonly deliveries: DeliveryHistory;
  readonly users: Pick<UserStore, "list" | "setRole" | "remove">;
  /** Sends a test message and returns its result; absent if notifications are disabled. */
  readonly sendTest?: (channel: DomainChannel, recipient: string | undefined) => Promise<DeliveryRecord | undefined>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function channelRoutes({ channels, deliveries, users, sendTest, now }: ChannelRouteDependencies) {
  const byId = { id: Id };

  return [
    defineRoute({
      method: "GET",
      path: "/channels",
      scope: "read",
      tag: "notifications",
      summary: "List where notifications can go, without secrets",
      answers: { 200: z.strictObject({ items: z.array(Channel) }) },
      handle: async ({ principal }) => ok({ items: (await channels.list(principal.projectId)).map(channelJson) }),
    }),

    defineRoute({
      method: "POST",
      path: "/channels",
      scope: "write",
      tag: "notifications",
      summary: "Add a channel; the secret made for a webhook is in this answer and nowhere else",
      body: NewChannel,
      answers: { 201: MadeChannel },
      secretAnswer: true,
      async handle({ principal: { projectId }, body: { name, showsDialog, target: requested } }) {
        const at = now();
        const { target, madeSecret } = targetOf(requested);
        const channel = { id: randomId("channel"), projectId, name, target, showsDialog, createdAt: at, updatedAt: at };
        await channels.add(channel);
        return { status: 201, body: { ...channelJson(channel), secret: madeSecret } };
      },
    }),

    defineRoute({
      method: "PATCH",
      path: "/channels/:id",
      scope: "write",
      tag: "notifications",
      summary: "Change a channel, turn it off or on again",
      params: byId,
      body: ChannelChange,
      answers: { 200: Channel },
      async handle({ principal: { projectId }, params, body }) {
        const before = await own(projectId, params.id);
        const { disabledReason, ...rest } = before;
        const reason = body.enabled === false ? (disabledReason ?? "turned off") : disabledReason;
        const after: DomainChannel = {
          ...rest,
          name: body.name ?? before.name,
          showsDialog: body.showsDialog ?? before.showsDialog,
          target: body.target ? targetOf(body.target, before.target).target : before.target,
          ...(reason === undefined || body.enabled === true ? {} : { disabledReason: reason }),
          updatedAt: now(),
        };
        if (!(await channels.replace(after))) throw notFound("channel");
        return ok(channelJson(after));
      },
    }),

    defineRoute({
      method: "DELETE",
      path: "/channels/:id",
      scope: "write",
      tag: "notifications",
      summary: "Remove a channel; what still waits for it fails",
      params: byId,
      answers: { 204: undefined },
      async handle({ principal: { projectId }, params }) {
        await own(projectId, params.id);
        if (!(await channels.remove(projectId, params.id))) throw notFound("channel");
        return { status: 204 };
      },
    }),

    defineRoute({
      method: "POST",
      path: "/channels/:id/test",
      scope: "write",
      tag: "notifications",
      summary: "Send a test message immediately, in one attempt, and return its result",
      params: byId,
      body: TestRequest.nullish(),
      answers: { 200: Notification },
      async handle({ principal: { projectId, accountId }, params, body }) {
        const channel = await channels.get(projectId, params.id);
        if (!channel) throw notFound("channel");
        if (!sendTest) throw refusal("unavailable", "this process sends no notifications");
        const { target } = channel;
        if (target.kind !== "email") return resultOf(await sendTest(channel, undefined));
        const to = target.to === "account" ? (await users.list(accountId)).map(({ email }) => email) : target.to;
        const recipient = body?.recipient ?? to[0];
        if (recipient === undefined) throw refusal("conflict", "the account has no user to send to");
        if (!to.includes(recipient))
          throw refusal("invalid-request", "is not a recipient of this channel", "recipient");
        return resultOf(await sendTest(channel, recipient));
      },
    }),

    defineRoute({
      method: "GET",
      path: "/notifications",
      scope: "read",
      tag: "notifications",
      summary: "List sent, pending and failed messages, newest first",
      query: { state: z.enum(deliveryStates).optional(), channel: Id.optional(), ...PageQuery },
      answers: { 200: pageOf(Notification) },
      async handle({ principal: { projectId }, query: { state, channel, limit, cursor } }) {
        const filter = {
          ...(state === undefined ? {} : { states: [state] }),
          ...(channel === undefined ? {} : { channelId: channel }),
        };
        const page = await deliveries.list(projectId, filter, { limit, ...(cursor === undefined ? {} : { cursor }) });
        return ok({
          items: page.items.map(notificationJson),
          ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
        });
      },
    }),
  ];

  function resultOf(delivery: Parameters<typeof notificationJson>[0] | undefined) {
    if (!delivery) throw notFound("notification");
    return ok(notificationJson(delivery));
  }

  async function own(project: ProjectId, id: string): Promise<DomainChannel> {
    if (id === emailChannelId) throw refusal("conflict", "the built-in email channel cannot be changed");
    const found = await channels.get(project, id);
    if (!found) throw notFound("channel");
    return found;
  }
}
