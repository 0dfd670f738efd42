import type { ShouldRevalidateFunction } from 'react-router'

/** The address holds how a list is shown, not which one: what is loaded is not asked for again. */
export const unlessOnlySearchChanged: ShouldRevalidateFunction = (navigation) => {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = navigation
  const isOnlySearch =
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isOnlySearch ? false : defaultShouldRevalidate
}
