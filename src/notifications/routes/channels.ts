import { z } from "zod";
import { randomId } from "../../platform/crypto/random-id.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, notFound, ok, PageQuery, pageOf, refusal } from "../../server/service.ts";
import { type Channel as DomainChannel, emailChannelId } from "../channel.ts";
import {
  Channel,
  ChannelChange,
  ConfirmationRequest,
  MadeChannel,
  NewChannel,
  Notification,
  TestRequest,
} from "../contract/notification.ts";
import { deliveryStates } from "../delivery.ts";
import type { ChannelStore, DeliveryHistory, DeliveryRecord } from "../ports/notifications.ts";
import { type ChannelAudienceDependencies, createChannelAudience } from "./channel-audience.ts";
import { notificationJson, targetOf } from "./channel-json.ts";

interface ChannelRouteDependencies extends ChannelAudienceDependencies {
  readonly channels: ChannelStore;
  readonly deliveries: DeliveryHistory;
  /** Sends a test message and returns its result; absent if notifications are disabled. */
  readonly sendTest?: (channel: DomainChannel, recipient: string | undefined) => Promise<DeliveryRecord | undefined>;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export function channelRoutes(dependencies: ChannelRouteDependencies) {
  const { channels, deliveries, sendTest, now } = dependencies;
  const byId = { id: Id };
  const audience = createChannelAudience(dependencies);

  return [
    defineRoute({
      method: "GET",
      path: "/channels",
      scope: "read",
      tag: "notifications",
      summary: "List where notifications can go, without secrets",
      answers: { 200: z.strictObject({ items: z.array(Channel) }) },
      handle: async ({ principal }) =>
        ok({ items: await audience.jsonOf(principal, await channels.list(principal.projectId)) }),
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
      async handle({ principal, body: { name, showsDialog, target: requested } }) {
        const { projectId } = principal;
        const at = now();
        const { target, madeSecret } = targetOf(requested);
        const channel = { id: randomId("channel"), projectId, name, target, showsDialog, createdAt: at, updatedAt: at };
        await audience.requestConfirmations(principal, target);
        await channels.add(channel);
        const [json] = await audience.jsonOf(principal, [channel]);
        return { status: 201, body: { ...json, secret: madeSecret } };
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
      async handle({ principal, params, body }) {
        const before = await own(principal.projectId, params.id);
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
        await audience.requestConfirmations(principal, after.target);
        if (!(await channels.replace(after))) throw notFound("channel");
        return ok((await audience.jsonOf(principal, [after]))[0]);
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
      async handle({ principal, params, body }) {
        const channel = await channels.get(principal.projectId, params.id);
        if (!channel) throw notFound("channel");
        if (!sendTest) throw refusal("unavailable", "this process sends no notifications");
        const { target } = channel;
        if (target.kind !== "email") return resultOf(await sendTest(channel, undefined));
        return resultOf(await sendTest(channel, await audience.testRecipient(principal, target, body?.recipient)));
      },
    }),

    defineRoute({
      method: "POST",
      path: "/channels/:id/confirmations",
      scope: "write",
      tag: "notifications",
      summary: "Send the email with which a recipient outside the account confirms again",
      params: byId,
      body: ConfirmationRequest,
      answers: { 200: Channel },
      async handle({ principal, params, body }) {
        const channel = await own(principal.projectId, params.id);
        await audience.requestAgain(principal, channel.target, body.recipient);
        return ok((await audience.jsonOf(principal, [channel]))[0]);
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
