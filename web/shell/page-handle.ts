import { useMatches } from 'react-router'

/** The router's `handle` of a page. */
export type PageHandle = {
  /** For the document's title. */
  title?: string
  /** A form or other task: on phones its own bar replaces the tab bar. */
  task?: boolean
  /** On phones the page has its own head instead of the top bar. */
  bare?: boolean
}

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle))
}
