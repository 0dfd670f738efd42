import {
  type DataTag,
  MutationCache,
  QueryClient,
  type QueryFunction,
  type QueryKey,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure, dataOrThrow } from './call-failure.ts'
import type { Result } from './result.ts'
import { currentUser, onSessionChange } from './session.ts'

declare module '@tanstack/react-query' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into the library's.
  interface Register {
    defaultError: CallFailure
    mutationMeta: WriteMeta
  }
}

type WriteMeta = {
  /** The German sentence that a failure shows; the specification prescribes it. */
  notDone?: string
  /** Keys of the queries to refetch; by default all. */
  changes?: readonly QueryKey[]
  /**
   * Keys to mark stale without refetching, because the record is deleted or the user works through
   * its rows. `[]` means all.
   */
  later?: QueryKey
}

/**
 * The query cache of the staff's pages. Pages show cached data at once and refetch in the
 * background; every write refetches what is on the screen and marks the rest stale, so that a write
 * need not know its readers.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, { meta }) => refresh(meta),
    onError: (error: Error, _variables, _result, { meta }) => {
      // A failed call is expected; other errors are bugs and are reported.
      if (!(error instanceof CallFailure)) reportError(error)
      // The server does not know whether the write was stored; the refetched lists show it.
      if (error instanceof CallFailure && error.error?.code === 'OutcomeUnknown') refresh(meta)
      // A failed call may have been stored nevertheless.
      else markStale()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: false,
      // Offline, a call fails at once with a message; the default would wait silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      // When a prefetch has failed, the page shows the error and does not repeat the call.
      retryOnMount: false,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Starts the refetches of a write without waiting for them. */
function refresh({ changes, later }: WriteMeta = {}): void {
  if (later) void queryClient.invalidateQueries({ queryKey: later, refetchType: 'none' })
  for (const queryKey of changes ?? [[]]) {
    void queryClient.invalidateQueries({
      queryKey,
      predicate: (query) => !later || !beginsWith(query.queryKey, later),
    })
  }
}

/** Marks all cached data as stale: each query is refetched when a page shows it next. */
export function markStale(): void {
  void queryClient.invalidateQueries({ refetchType: 'none' })
}

function beginsWith(key: QueryKey, start: QueryKey): boolean {
  return start.every((part, index) => part === key[index])
}

// Another user may see different data, so the cache is cleared; a new session of the same user refetches it.
let { owner, token } = currentSessionKey()
onSessionChange(() => {
  const before = { owner, token }
  ;({ owner, token } = currentSessionKey())
  // An unchanged token means an unchanged user; only their name may differ.
  if (token === before.token) return
  if (owner !== before.owner) queryClient.clear()
  else void queryClient.invalidateQueries()
})

function currentSessionKey() {
  const user = currentUser()
  return { owner: user?.emailAddress, token: user?.accessToken }
}

/** A query for `useQuery`, `prefetch` and `setQueryData`. */
export type QueryDefinition<T> = {
  queryKey: DataTag<QueryKey, T, CallFailure>
  queryFn: QueryFunction<T>
  /** The sentence for a failure. */
  notLoaded: string
  staleTime?: 'static'
}

/**
 * @param queryKey begins with the room: `['members', id]`
 * @param notLoaded the German sentence that a failure shows
 */
export function defineQuery<T>(
  queryKey: QueryKey,
  notLoaded: string,
  load: () => Promise<Result<T>>,
): QueryDefinition<T> {
  return tagged(queryKey, notLoaded, () => dataOrThrow(load(), notLoaded))
}

/** The type of the key contains `T`, so that TypeScript checks the data in `setQueryData`. */
function tagged<T>(
  key: QueryKey,
  notLoaded: string,
  queryFn: QueryFunction<T>,
): QueryDefinition<T> {
  const { queryKey } = queryOptions({ queryKey: key, queryFn })
  return { queryKey, queryFn, notLoaded }
}

/** A mutation for `useSubmit` and `useSubmitForm`. */
export type MutationDefinition<Variables, T> = {
  mutationFn: (variables: Variables) => Promise<T>
  meta: WriteMeta & { notDone: string }
}

/** @param notDone the German sentence that a failure shows */
export function defineMutation<Variables = void, T = unknown>(
  notDone: string,
  send: (variables: Variables) => Promise<Result<T>>,
  meta: Omit<WriteMeta, 'notDone'> = {},
): MutationDefinition<Variables, T> {
  return {
    mutationFn(variables) {
      const sent = send(variables)
      const answer = dataOrThrow(sent, notDone)
      requestsOf.set(
        answer,
        sent.then((result) => (result.ok ? (result.requestIds ?? []) : [])),
      )
      return answer
    },
    meta: { ...meta, notDone },
  }
}

const requestsOf = new WeakMap<Promise<unknown>, Promise<readonly string[]>>()

/**
 * The ids of the requests that a mutation has sent.
 * @param answer the promise that its `mutationFn` has returned
 */
export async function requestIdsOf(answer: Promise<unknown>): Promise<readonly string[]> {
  return (await requestsOf.get(answer)) ?? []
}

/** Starts the queries without awaiting them. */
export function prefetch(...readings: readonly QueryDefinition<unknown>[]): void {
  for (const one of readings) void queryClient.prefetchQuery(one)
}

/**
 * Like `prefetch`, with one call that answers several queries. The call is sent only when one of the queries is
 * stale; later refetches of a query use its own call.
 * @param readings the queries, by the name of their data in the answer
 */
export function prefetchFromOneCall<Answer extends object>(
  load: () => Promise<Result<Answer>>,
  readings: { [Name in keyof Answer]-?: QueryDefinition<Answer[Name]> },
): void {
  let sent: Promise<Result<Answer>> | undefined
  for (const name of Object.keys(readings) as (keyof Answer)[]) {
    const one = readings[name]
    let isFirst = true
    const queryFn: typeof one.queryFn = async (context) => {
      if (!isFirst) return one.queryFn(context)
      isFirst = false
      sent ??= load()
      return (await dataOrThrow(sent, one.notLoaded))[name]
    }
    prefetch({ ...one, queryFn })
  }
}

/** Query options without automatic refetches, which would move the rows that a user works through. */
export const noAutoRefetch = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

let visits = 0

/**
 * A copy of the query that ignores the cache, fetches once and never again: for data that a decision is based
 * on, as in an edit form or the dialog of an exit. For loaders; components use `useQueryOnce`.
 */
export function queryOnce<T>({
  queryKey,
  notLoaded,
  queryFn,
}: QueryDefinition<T>): QueryDefinition<T> {
  visits += 1
  return { ...tagged([...queryKey, 'fresh', visits], notLoaded, queryFn), staleTime: 'static' }
}

/** Stores the answer of a write in the query and in all copies of it that `queryOnce` has made. */
export function cacheAnswer<T>({ queryKey }: QueryDefinition<T>, answer: T): void {
  const isOfThis = ([kind]: QueryKey) => kind === undefined || kind === 'fresh'
  queryClient.setQueriesData(
    { queryKey, predicate: (query) => isOfThis(query.queryKey.slice(queryKey.length)) },
    answer,
  )
}

/** Like `useQuery`, but fetches once when the component is mounted and never refetches. */
export function useQueryOnce<T>(query: QueryDefinition<T>): UseQueryResult<T, CallFailure> {
  const [asked] = useState(() => queryOnce(query))
  return useQuery(asked)
}
