import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
} from "@tanstack/react-query";
import type { OperationName, ResponseOf } from "../../../../../packages/api-client/src/operation.ts";
import { type ApiCall, callWith } from "./client.ts";

type Cursor = string | undefined;
type Own = "queryKey" | "queryFn" | "initialPageParam" | "getNextPageParam";
type Options<Data> = Omit<UndefinedInitialDataOptions<Data>, Own>;
type ListOptions<Data> = Omit<
  UndefinedInitialDataInfiniteOptions<Data, Error, InfiniteData<Data, Cursor>, QueryKey, Cursor>,
  Own
>;

/** Returns the query of an operation. What the call leaves to the time of sending, such as "now", the key does not hold. */
export const queryBy = <Name extends OperationName>(
  key: unknown,
  name: Name,
  callOf: () => ApiCall<Name>,
  options: Options<ResponseOf<Name>> = {},
) =>
  queryOptions({
    ...options,
    queryKey: [name, key] as QueryKey,
    queryFn: ({ signal }) => callWith(name, { ...callOf(), signal }),
  });

/** Returns the query of an operation with these parameters, which are its key. */
export const queryOf = <Name extends OperationName>(
  name: Name,
  call = {} as ApiCall<Name>,
  options: Options<ResponseOf<Name>> = {},
) => queryBy(call, name, () => call, options);

/** Returns the query of a list that is read page by page. */
export const listBy = <Name extends OperationName>(
  key: unknown,
  name: Name,
  callOf: () => ApiCall<Name>,
  options: ListOptions<ResponseOf<Name>> = {},
) =>
  infiniteQueryOptions({
    ...options,
    queryKey: [name, key] as QueryKey,
    queryFn: ({ pageParam, signal }) => {
      const call = callOf() as ApiCall<Name> & { readonly query?: object };
      return callWith(name, { ...call, query: { ...call.query, cursor: pageParam }, signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page as { readonly nextCursor?: string }).nextCursor,
  });

export const listOf = <Name extends OperationName>(
  name: Name,
  call: ApiCall<Name>,
  options: ListOptions<ResponseOf<Name>> = {},
) => listBy(call, name, () => call, options);
