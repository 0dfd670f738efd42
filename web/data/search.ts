import { call, client } from '#web/lib/api.ts'
import { fetchWithRetry } from '#web/lib/ask-server.ts'
import { defineQuery } from '#web/lib/query.ts'

const { search } = client.api

/** Fetches the whole path: the typed client takes "index" at its end for a file name and drops it. */
const fetchAsNamed: typeof fetch = (_, init) => fetchWithRetry('/api/search/index', init)

/** Parades and orders for the search; members and costumes come from their own lists. */
export const searchIndexQuery = defineQuery(
  ['search', 'index'],
  'Umzüge und Zahlungen konnten nicht geladen werden',
  () => call(search.index.$get({}, { fetch: fetchAsNamed })),
)
