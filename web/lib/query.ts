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
import { ask, CallFailure } from './call-failure.ts'
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
  /** The specification's sentence when it fails. */
  notDone?: string
  /** What it changes, when that is not everything: the keys of what is asked for again. */
  changes?: readonly QueryKey[]
  /**
   * What is asked for again only when it is seen next: it is no more, or somebody works through its
   * rows, which must not vanish under their hand. `[]` = all of it.
   */
  later?: QueryKey
}

/**
 * What the staff's pages know of the server. A page shows at once what is known and asks again
 * behind it; every write asks again for all that is on the screen, and for the rest when it is seen
 * next, so that no write has to know its readers.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onSuccess: (_data, _variables, _result, { meta }) => refresh(meta),
    onError: (error: Error, _variables, _result, { meta }) => {
      // Not what a call refused, but a fault of ours.
      if (!(error instanceof CallFailure)) reportError(error)
      // "Sieh nach, ob es gespeichert ist": it is there to be seen.
      if (error instanceof CallFailure && error.error?.code === 'OutcomeUnknown') refresh(meta)
      // It may have come to the server all the same, or in part.
      else markStale()
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: false,
      // Without a network a call fails at once and says so; the default would wait in silence.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A page shows why what its loader asked for has failed, and does not ask a second time.
      retryOnMount: false,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Not waited for: whoever wrote goes on. */
function refresh({ changes, later }: WriteMeta = {}): void {
  if (later) void queryClient.invalidateQueries({ queryKey: later, refetchType: 'none' })
  for (const queryKey of changes ?? [[]]) {
    void queryClient.invalidateQueries({
      queryKey,
      predicate: (query) => !later || !beginsWith(query.queryKey, later),
    })
  }
}

/** Whatever is known may be out of date: it is asked for again when it is seen next, not before. */
export function markStale(): void {
  void queryClient.invalidateQueries({ refetchType: 'none' })
}

function beginsWith(key: QueryKey, start: QueryKey): boolean {
  return start.every((part, index) => part === key[index])
}

// Nobody sees what somebody else was shown; who signs in anew may be allowed more, or less.
let { owner, token } = sessionNow()
onSessionChange(() => {
  const before = { owner, token }
  ;({ owner, token } = sessionNow())
  // With the same token it is the same person, whatever they are called now.
  if (token === before.token) return
  if (owner !== before.owner) queryClient.clear()
  else void queryClient.invalidateQueries()
})

function sessionNow() {
  const user = currentUser()
  return { owner: user?.emailAddress, token: user?.accessToken }
}

/** Something that is read, for `useQuery`, `prefetch` and `setQueryData`. */
export type Reading<T> = {
  queryKey: DataTag<QueryKey, T, CallFailure>
  queryFn: QueryFunction<T>
  /** The sentence when it fails. */
  notLoaded: string
  staleTime?: 'static'
}

/** Its key (room first), the sentence when it fails, and the call. */
export function reading<T>(
  queryKey: QueryKey,
  notLoaded: string,
  load: () => Promise<Result<T>>,
): Reading<T> {
  return tagged(queryKey, notLoaded, () => ask(load(), notLoaded))
}

/** The key tells `setQueryData` what it holds. */
function tagged<T>(key: QueryKey, notLoaded: string, queryFn: QueryFunction<T>): Reading<T> {
  const { queryKey } = queryOptions({ queryKey: key, queryFn })
  return { queryKey, queryFn, notLoaded }
}

/** Something that is written, for `useSubmit` and `useSubmitForm`. */
export type Writing<Variables, T> = {
  mutationFn: (variables: Variables) => Promise<T>
  meta: WriteMeta & { notDone: string }
}

/** The sentence when it fails, the call, and what it changes. */
export function writing<Variables = void, T = unknown>(
  notDone: string,
  send: (variables: Variables) => Promise<Result<T>>,
  meta: Omit<WriteMeta, 'notDone'> = {},
): Writing<Variables, T> {
  return {
    mutationFn(variables) {
      const sent = send(variables)
      const answer = ask(sent, notDone)
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

/** The requests that a `Writing` took, by the very promise that its `mutationFn` gave. */
export async function requestIdsOf(answer: Promise<unknown>): Promise<readonly string[]> {
  return (await requestsOf.get(answer)) ?? []
}

/** For a page's loader: asked for at once, and nobody waits for it. */
export function prefetch(...readings: readonly Reading<unknown>[]): void {
  for (const one of readings) void queryClient.prefetchQuery(one)
}

/**
 * The same for readings that one call answers together. It is sent only when one of them is due, and each
 * is asked for by itself from then on.
 * @param readings by their name in the answer, each with the sentence when it fails
 */
export function prefetchTogether<Answer extends object>(
  load: () => Promise<Result<Answer>>,
  readings: { [Name in keyof Answer]-?: Reading<Answer[Name]> },
): void {
  let sent: Promise<Result<Answer>> | undefined
  for (const name of Object.keys(readings) as (keyof Answer)[]) {
    const one = readings[name]
    let isFirst = true
    const queryFn: typeof one.queryFn = async (context) => {
      if (!isFirst) return one.queryFn(context)
      isFirst = false
      sent ??= load()
      return (await ask(sent, one.notLoaded))[name]
    }
    prefetch({ ...one, queryFn })
  }
}

/** For `useQuery` of rows that somebody works through: looking away and back moves none of them. */
export const noAutoRefetch = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const

let visits = 0

/**
 * Asked for now and never again: for what a decision rests on (an edit form, the dialog of a
 * leaving). It does not begin with what was known before, and does not change under a hand. For a
 * page's loader; a component makes it once (`useFirstAnswer`).
 */
export function freshQuery<T>({ queryKey, notLoaded, queryFn }: Reading<T>): Reading<T> {
  visits += 1
  return { ...tagged([...queryKey, 'anew', visits], notLoaded, queryFn), staleTime: 'static' }
}

/** What a write answered stands wherever this is shown, however it was asked for. */
export function putAnswer<T>({ queryKey }: Reading<T>, answer: T): void {
  const isOfThis = ([kind]: QueryKey) => kind === undefined || kind === 'anew'
  queryClient.setQueriesData(
    { queryKey, predicate: (query) => isOfThis(query.queryKey.slice(queryKey.length)) },
    answer,
  )
}

/** In a dialog: what is asked for when it opens, and stays so as long as it is open. */
export function useFirstAnswer<T>(query: Reading<T>): UseQueryResult<T, CallFailure> {
  const [asked] = useState(() => freshQuery(query))
  return useQuery(asked)
}
