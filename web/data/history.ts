import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, client } from '#web/lib/api.ts'
import { type CallFailure, dataOrThrow } from '#web/lib/call-failure.ts'
import type { History } from '#worker/history/history.contract.ts'

export type { History }

/** The subject of the history; null means everything. */
export type HistoryScope = { entity: 'member' | 'costume' | 'parade'; entityId: number } | null

/** The history, the newest entries first, page by page; each page has the cursor of the next page. */
export const historyPages = (scope: HistoryScope) =>
  infiniteQueryOptions<History, CallFailure, History, readonly unknown[], number | null>({
    queryKey: ['history', scope?.entity ?? 'all', scope?.entityId ?? 0],
    queryFn: ({ pageParam }) => {
      const query = {
        ...(scope && { entity: scope.entity, entityId: String(scope.entityId) }),
        ...(pageParam !== null && { before: String(pageParam) }),
      }
      return dataOrThrow(
        call(client.api.history.$get({ query })),
        'Der Verlauf konnte nicht geladen werden',
      )
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      entries: pages.flatMap(({ entries }) => entries),
      next: pages.at(-1)?.next ?? null,
      about: Object.assign({}, ...pages.map(({ about }) => about)),
      names: {
        member: Object.assign({}, ...pages.map(({ names }) => names.member)),
        costume: Object.assign({}, ...pages.map(({ names }) => names.costume)),
        parade: Object.assign({}, ...pages.map(({ names }) => names.parade)),
        costumeType: Object.assign({}, ...pages.map(({ names }) => names.costumeType)),
      },
    }),
  })
