import type * as api from "../../../packages/api-client/src/api.ts";
import { IssueCalls } from "./issue-calls.ts";
import { pathOf } from "./scenario-calls.ts";

/** Manages judge models. A judge is given as read, or by id. */
export class JudgeCalls extends IssueCalls {
  async getJudges(): Promise<readonly api.Judge[]> {
    return (await this.api.send("GET /judges", {})).items;
  }

  async getJudge(judge: JudgeReference): Promise<api.Judge> {
    return this.api.send("GET /judges/{id}", pathOf(judge));
  }

  /** Adds a judge model. Its key is stored encrypted, sent only to the host of its address, and never returned. */
  async createJudge(judge: api.NewJudge): Promise<api.Judge> {
    return this.write("POST /judges", { body: judge });
  }

  /** Changes a judge; fields that are left out stay. */
  async updateJudge(judge: JudgeReference, change: api.JudgeChange): Promise<api.Judge> {
    return this.write("PATCH /judges/{id}", { ...pathOf(judge), body: change });
  }

  async deleteJudge(judge: JudgeReference): Promise<void> {
    await this.write("DELETE /judges/{id}", pathOf(judge));
  }

  /** Has the judge model evaluate a text whose verdict is known, and returns what is wrong, if anything. */
  async testJudge(judge: JudgeReference): Promise<api.JudgeTest> {
    return this.api.send("POST /judges/{id}/test", pathOf(judge));
  }
}

export type JudgeReference = { readonly id: string } | string;
