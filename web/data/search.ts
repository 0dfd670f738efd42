import { call, client } from '#web/lib/api.ts'
import { patientFetch } from '#web/lib/ask-server.ts'
import { reading } from '#web/lib/query.ts'

const { search } = client.api

/** The typed client takes "index" at an address's end for the name of a file, and leaves it out. */
const fetchAsNamed: typeof fetch = (_, init) => patientFetch('/api/search/index', init)

/** Parades and payments, for the search; members and costumes come from their own lists. */
export const searchIndexQuery = reading(
  ['search', 'index'],
  'Umzüge und Zahlungen konnten nicht geladen werden',
  () => call(search.index.$get({}, { fetch: fetchAsNamed })),
)
