import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { call, client } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { accessToken, currentUser, hasRole } from '#web/lib/session.ts'
import {
  endInput,
  isInputOver,
  noteInput,
  secondsSinceInput,
  useInputIsOver,
} from '#web/lib/shared-device.ts'
import { whySignedOut } from '#web/lib/signed-out.ts'
import { outboxPart } from './outbox.ts'

const reportEveryMs = 60_000

/** What a person does; scrolling by wheel is one, a page that moves by itself is none. */
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'click', 'input'] as const

/** On this page, so that it is kept for whoever typed it. */
let isSomethingTyped = false

/**
 * On a shared device: tells the server of a person's input, and after 15 minutes without takes away what the
 * device keeps of the guild, but for acts that wait to be sent.
 * @returns whether the page is to be there. Over, only one in which something was typed still is (out of
 *   sight): who typed it goes on there.
 */
export function useSharedDevice(): boolean {
  const { pathname } = useLocation()
  const isOver = useInputIsOver()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins with nothing typed.
  useEffect(() => {
    isSomethingTyped = false
  }, [pathname])
  useEffect(watchInput, [])
  useEffect(() => (isOver ? putAway() : undefined), [isOver])
  return !isOver || isSomethingTyped
}

function putAway(): () => void {
  // A page that is kept asks for nothing as long as nobody is in.
  focusManager.setFocused(false)
  if (isSomethingTyped) queryClient.removeQueries({ type: 'inactive' })
  else queryClient.clear()
  if (hasRole(currentUser(), 'helper', 'management')) {
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
  const note = ({ type, target }: Event) => {
    if (!noteInput()) return
    if (type === 'input' && !isSearch(target)) isSomethingTyped = true
    timer ??= setTimeout(
      () => {
        timer = undefined
        reportedAt = Date.now()
        if (!isInputOver()) void report()
      },
      Math.max(0, reportedAt + reportEveryMs - Date.now()),
    )
  }
  for (const sign of signs) document.addEventListener(sign, note, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    for (const sign of signs) document.removeEventListener(sign, note, { capture: true })
  }
}

function isSearch(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === 'search'
}

async function report(): Promise<void> {
  const token = accessToken()
  const json = { secondsAgo: secondsSinceInput() }
  const result = await call(client.api.v1.auth.input.$post({ json }))
  if (result.ok || result.failure.type !== 'AuthenticationError') return
  // Of a sign-in that was ended elsewhere the next call tells.
  const isExpired = whySignedOut(result.failure) === 'expired'
  if (isExpired && accessToken() === token) endInput()
}
