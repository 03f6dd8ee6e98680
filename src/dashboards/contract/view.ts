import { z } from "zod";
import { Time } from "../../server/service.ts";

const name = z.string().trim().min(1).max(80);
const search = z.string().max(8000).describe("The query string of the page's address, without the question mark");

export const SavedView = z
  .strictObject({
    id: z.string(),
    page: z.enum(["datapoints", "sessions", "dashboards"]),
    name,
    search,
    createdAt: Time,
  })
  .meta({ id: "SavedView" });

export const NewSavedView = SavedView.pick({ page: true, name: true, search: true }).meta({ id: "NewSavedView" });

export const SavedViewChange = z.strictObject({ name: name.optional(), search: search.optional() });
