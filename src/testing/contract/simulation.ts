import { z } from "zod";
import { Options } from "../../checks/service.ts";
import { JsonObject } from "../../server/service.ts";
import { template } from "./model.ts";

const driverTemplate = template(["scenario_input", "input", "scenario_result"]);

export const NewSimulation = z
  .strictObject({
    driver: z.strictObject({
      promptTemplate: driverTemplate.default("{scenario_input}").describe("Who the simulated user is and wants"),
      model: z.string().min(1).max(500).optional().describe("As the proxy takes it"),
      judge: z.string().min(1).max(100).optional().describe("A judge model; default: the active one"),
      temperature: z.number().min(0).max(2).default(0.6),
    }),
    maxTurns: z.int().min(1).max(50).default(5).describe("Answers of the target at most"),
    firstTurn: z.enum(["driver", "target"]).default("target"),
    stop: z
      .strictObject({
        phrase: z.string().trim().min(1).max(200).optional().describe("Ends the conversation when either side says it"),
        check: z
          .strictObject({
            check: z.string().min(1).max(200),
            options: Options.default({}),
            stopOn: z.boolean().default(true).describe("true: ends when it passes; false: when it fails"),
          })
          .optional(),
      })
      .optional(),
    checksAtEveryTurn: z
      .boolean()
      .default(false)
      .describe("Otherwise the checks judge the whole conversation at its end"),
  })
  .meta({ id: "NewSimulation" });

export const Simulation = z.strictObject({
  driver: z.strictObject({
    promptTemplate: z.string(),
    model: z.string().optional(),
    judge: z.string().optional(),
    temperature: z.number(),
  }),
  maxTurns: z.int(),
  firstTurn: z.enum(["driver", "target"]),
  stop: z
    .strictObject({
      phrase: z.string().optional(),
      check: z.strictObject({ check: z.string(), options: JsonObject, stopOn: z.boolean() }).optional(),
    })
    .optional(),
  checksAtEveryTurn: z.boolean(),
});
