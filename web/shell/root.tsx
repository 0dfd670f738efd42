import { useEffect } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useUser } from '#web/lib/session.ts'
import { removeFromTab } from '#web/lib/storage.ts'
import { useLateScroll } from './late-scroll.ts'
import { useDocumentTitle } from './use-document-title.ts'

export function Root() {
  useDocumentTitle()
  useLateScroll()
  const isSomebodyIn = useUser() !== null
  useEffect(() => {
    if (!isSomebodyIn) removeFromTab(placesKey)
  }, [isSomebodyIn])
  return (
    <>
      <Outlet />
      {isSomebodyIn && <ScrollRestoration getKey={placeKey} storageKey={placesKey} />}
    </>
  )
}

/** Addresses, with what was searched for: nothing of it stays once nobody is signed in. */
const placesKey = 'places'

/** Every address that is opened anew has the key `default`: the place in one is not that in another. */
function placeKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key
}
