import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useLateScroll } from './late-scroll.ts'
import { useDocumentTitle } from './use-document-title.ts'

export function Root() {
  useDocumentTitle()
  useLateScroll()
  return (
    <>
      <Outlet />
      <ScrollRestoration getKey={placeKey} />
    </>
  )
}

/** Every address that is opened anew has the key `default`: the place in one is not that in another. */
function placeKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key
}
