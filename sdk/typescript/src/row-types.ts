import type { Json } from "../../../packages/api-client/src/json.ts";

declare const rowTypes: unique symbol;

/** Carries the types of a set's rows or of a run's outputs; no value has this property. */
export interface Typed<Types> {
  readonly [rowTypes]?: Types;
}

/** A type that is not known is read as JSON: never means a set by name, unknown for code without annotations. */
export type Known<Type> = [Type] extends [never] ? Json : unknown extends Type ? Json : Type;
