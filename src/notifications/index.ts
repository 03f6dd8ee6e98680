export type { Audience, PlannedNotification } from "./notification.ts";
export type { ChannelStore, DeliveryBacklog } from "./ports/notifications.ts";
