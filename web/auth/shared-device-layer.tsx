import { useEffect, useLayoutEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { isSharedDevice, useIsInputExpired } from '#web/lib/shared-device.ts'

type SignIn = typeof import('./shared-device-sign-in.tsx')

const loadSignIn = () => import('./shared-device-sign-in.tsx')

/** On a shared device, covers the staff's pages and asks for a new sign-in when the session has expired. */
export function SharedDeviceLayer() {
  const isOver = useIsInputExpired()
  return (
    <>
      <Outlet />
      {isOver && <Ask />}
      {!isOver && isSharedDevice() && <PreloadSignIn />}
    </>
  )
}

/** Preloads the code of the sign-in, because there may be no network when the session expires. */
function PreloadSignIn() {
  useEffect(() => void loadSignIn().catch(() => undefined), [])
  return null
}

function Ask() {
  const [signIn, setSignIn] = useState<SignIn | null>(null)
  useLayoutEffect(hidePage, [])
  useEffect(() => {
    const load = () => void loadSignIn().then(setSignIn, () => undefined)
    load()
    window.addEventListener('online', load)
    return () => window.removeEventListener('online', load)
  }, [])
  return signIn && <signIn.SharedDeviceSignIn />
}

/** Hides the page, its dialogs and menus; elements added later, such as the sign-in, stay visible. */
function hidePage(): () => void {
  const shown = [...document.body.children].filter((element) => !element.hasAttribute('hidden'))
  for (const element of shown) element.setAttribute('hidden', '')
  return () => {
    for (const element of shown) element.removeAttribute('hidden')
  }
}
