import { z } from "zod";
import type { Json } from "../../platform/json/json.ts";
import { AnyJson } from "./common.ts";

/** The body was JSON, so its values are. */
export const GivenJson = AnyJson.transform((value) => value as Json);

export const Name = z.string().trim().min(1, "must not be empty").max(200);
export const Tags = z.array(z.string().max(200)).max(100);
