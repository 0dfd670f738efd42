import type { Result } from '#web/lib/result.ts'
import { type Loaded, useLoaded } from '#web/lib/use-loaded.ts'
import type { ParadeHost } from '#worker/parades/parades.contract.ts'
import { loadHosts, loadTitles } from './parades.api.ts'

/** For the page's loader: both are asked for at once. */
export function askSuggestions() {
  return { hosts: loadHosts(), titles: loadTitles() }
}

export type Suggestions = { hosts: Loaded<ParadeHost[]>; titles: Loaded<string[]> }

type Asked = { hosts: Promise<Result<ParadeHost[]>>; titles: Promise<Result<string[]>> }

export function useSuggestions(asked: Asked): Suggestions {
  return {
    hosts: useLoaded(asked.hosts, loadHosts),
    titles: useLoaded(asked.titles, loadTitles),
  }
}
