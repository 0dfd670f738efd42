import { useEffect, useLayoutEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { isSharedDevice, useInputIsOver } from '#web/lib/shared-device.ts'

type SignIn = typeof import('./shared-device-sign-in.tsx')

const loadSignIn = () => import('./shared-device-sign-in.tsx')

/** Over everything behind the sign-in: on a shared device who it is is asked again, by the tab itself. */
export function SharedDeviceLayer() {
  const isOver = useInputIsOver()
  return (
    <>
      <Outlet />
      {isOver && <Ask />}
      {!isOver && isSharedDevice() && <Ready />}
    </>
  )
}

/** Loaded before it is needed: the network may be gone by then. */
function Ready() {
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

/** The page, and every dialog and menu above it; what asks comes later and is to be seen. */
function hidePage(): () => void {
  const shown = [...document.body.children].filter((element) => !element.hasAttribute('hidden'))
  for (const element of shown) element.setAttribute('hidden', '')
  return () => {
    for (const element of shown) element.removeAttribute('hidden')
  }
}
