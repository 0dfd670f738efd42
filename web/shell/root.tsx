import { useEffect } from 'react'
import { type Location, Outlet, ScrollRestoration } from 'react-router'
import { useIsPartMissing } from '#web/lib/later.ts'
import { useUser } from '#web/lib/session.ts'
import { removeFromTab } from '#web/lib/storage.ts'
import { Alert } from '#web/ui/alert.tsx'
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
      {useIsPartMissing() && <PartMissing />}
      {isSomebodyIn && <ScrollRestoration getKey={placeKey} storageKey={placesKey} />}
    </>
  )
}

/** Something was pressed whose code does not come. */
function PartMissing() {
  return (
    <Alert
      tone="error"
      className="fixed inset-x-4 top-4 z-60 mx-auto w-fit max-w-[calc(100%-2rem)] shadow-md"
    >
      Das konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.
    </Alert>
  )
}

/** Addresses, with what was searched for: nothing of it stays once nobody is signed in. */
const placesKey = 'places'

/** Every address that is opened anew has the key `default`: the place in one is not that in another. */
function placeKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key
}
