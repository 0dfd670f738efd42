import { useMatches } from 'react-router'

/** The router's `handle` of a page. */
export type PageHandle = {
  /** For the document's title. */
  title?: string
  /** Set for a form or other task, whose own bar replaces the tab bar on phones. */
  task?: boolean
  /** Set for a page that on phones has a head of its own instead of the top bar. */
  bare?: boolean
}

export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map((match) => match.handle))
}
