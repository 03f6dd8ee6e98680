import { isoTime } from "../../server/service.ts";
import type { Monitor } from "../monitor.ts";

export function monitorJson(monitor: Monitor) {
  const { projectId: _, createdAt, updatedAt, ...rest } = monitor;
  return { ...rest, createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
