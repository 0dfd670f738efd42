import { useMatches } from 'react-router'

/** What a route says about its page (the router's `handle`). */
export type PageHandle = {
  /** Stands in the document's title. */
  title?: string
  /** A form or other task: on the phone its own bar takes the place of the tab bar. */
  task?: boolean
  /** On the phone it brings its own head instead of the top bar. */
  bare?: boolean
}

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle))
}
