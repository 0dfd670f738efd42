import type { ShouldRevalidateFunction } from 'react-router'

/** For pages whose search parameters only filter a list: a change of them needs no reload. */
export const unlessOnlySearchChanged: ShouldRevalidateFunction = (navigation) => {
  const { currentUrl, nextUrl, defaultShouldRevalidate } = navigation
  const isOnlySearch =
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isOnlySearch ? false : defaultShouldRevalidate
}
