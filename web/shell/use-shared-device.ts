import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { call, client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { accessToken, currentUser } from '#web/lib/session.ts'
import {
  expireInput,
  isInputExpired,
  recordInput,
  secondsSinceInput,
  useIsInputExpired,
} from '#web/lib/shared-device.ts'
import { signOutReasonOf } from '#web/lib/signed-out.ts'
import { can } from '#worker/domain/rights.ts'
import { outboxPart } from './outbox-on-demand.ts'

const reportEveryMs = 60_000

/** Events that only a person causes; scrolling counts by wheel, as `scroll` also fires without input. */
const inputEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'click', 'input'] as const

/** Whether this page has unsaved input. */
let hasUnsavedInput = false

/**
 * On a shared device: reports input to the server, and after 15 minutes without input deletes all
 * data on the device except for unsent acts.
 * @returns whether to render the page. After the 15 minutes a page with unsaved input is still
 * rendered, but hidden, so that its user can continue after signing in; any other page is removed.
 */
export function useSharedDevice(): boolean {
  const { pathname } = useLocation()
  const isOver = useIsInputExpired()
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on every new page.
  useEffect(() => {
    hasUnsavedInput = false
  }, [pathname])
  useEffect(watchInput, [])
  useEffect(() => (isOver ? suspendPage() : undefined), [isOver])
  return !isOver || hasUnsavedInput
}

function suspendPage(): () => void {
  // A hidden page must not refetch while no user is signed in.
  focusManager.setFocused(false)
  if (hasUnsavedInput) queryClient.removeQueries({ type: 'inactive' })
  else queryClient.clear()
  if (can(currentUser(), 'checkIn')) {
    void outboxPart
      .load()
      .then(({ outbox }) => outbox.dropLists())
      .catch(() => undefined)
  }
  return () => focusManager.setFocused(undefined)
}

function watchInput(): () => void {
  let reportedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const onInput = ({ type, target }: Event) => {
    if (!recordInput()) return
    if (type === 'input' && !isSearch(target)) hasUnsavedInput = true
    timer ??= setTimeout(
      () => {
        timer = undefined
        reportedAt = Date.now()
        if (!isInputExpired()) void reportInput()
      },
      Math.max(0, reportedAt + reportEveryMs - Date.now()),
    )
  }
  for (const sign of inputEvents)
    document.addEventListener(sign, onInput, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const sign of inputEvents) document.removeEventListener(sign, onInput, { capture: true })
  }
}

function isSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search'
}

async function reportInput(): Promise<void> {
  const token = accessToken()
  const json = { secondsAgo: secondsSinceInput() }
  const result = await call(client.api.v1.auth.input.$post({ json }))
  if (result.ok || result.failure.type !== 'AuthenticationError') return
  // Only the expiry for lack of input counts here; a revoked session is reported by the next call.
  const isExpired = signOutReasonOf(result.failure) === 'expired'
  if (isExpired && accessToken() === token) expireInput()
}
