import { CircleAlert, Info, WifiOff } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { backToWaiting } from '#web/lib/back-to.ts'
import { cn } from '#web/lib/cn.ts'
import { signedOutWords } from '#web/lib/signed-out.ts'
import { paths } from '#web/paths.ts'
import type { OutboxState } from './outbox/outbox.ts'
import { signedIn, useOutbox } from './outbox/use-outbox.ts'
import { type Head, headOf, troubleWords, waitingOf } from './outbox/words.ts'

const looks = {
  plain: 'text-muted-foreground',
  amber: 'bg-warning-soft text-warning-soft-foreground',
  blue: 'bg-secondary-soft text-secondary-soft-foreground',
}

type CheckInBandProps = {
  /** Nobody is confirmed any more. */
  isCancelled: boolean
  onOpenRejected: () => void
}

/** How it stands with what was done here, and with the line. */
export function CheckInBand({ isCancelled, onOpenRejected }: CheckInBandProps) {
  const state = useOutbox()
  if (!state.isReady) return null
  const head = headOf(state, Date.now() + state.offset)
  const trouble = troubleWords(state.acts, {
    trouble: state.trouble,
    userId: signedIn()?.id ?? 0,
  })
  const Icon = state.isOffline ? WifiOff : state.keepsNothing || trouble ? CircleAlert : null
  const isKnown = state.syncedAt !== null || state.acts.length > 0 || state.keepsNothing
  return (
    <div role="status" className={cn('text-[1rem] leading-[1.35]', looks[lookOf(head, state)])}>
      <div className="mx-auto flex max-w-[44rem] items-center gap-x-2.5 px-4">
        {Icon && <Icon aria-hidden="true" className="size-6 max-[22.4375rem]:hidden" />}
        <div className="grid min-h-7 min-w-0 flex-1 content-center py-0.5">
          {state.isOffline && (
            <p>
              <b>Kein Internet.</b>
              {!isCancelled && !state.keepsNothing && ' Du kannst weiter bestätigen.'}
            </p>
          )}
          {trouble && <p className="py-1 font-semibold">{trouble}</p>}
          {isKnown && <HeadText head={head} onOpenRejected={onOpenRejected} />}
          {state.signIn === 'over' && head.leadsTo !== 'signIn' && (
            <SignInLink>{`${signedOutWords.expired} Neu anmelden`}</SignInLink>
          )}
        </div>
      </div>
    </div>
  )
}

function lookOf(head: Head, state: OutboxState): keyof typeof looks {
  if (state.isOffline || state.keepsNothing || state.signIn !== 'fine') return 'amber'
  if (head.leadsTo === 'rejected') return 'blue'
  return waitingOf(state.acts).length > 0 ? 'amber' : 'plain'
}

type HeadTextProps = { head: Head; onOpenRejected: () => void }

const pressable =
  'flex min-h-14 w-full items-center gap-2 text-left font-semibold text-inherit underline underline-offset-[0.2em]'

function HeadText({ head: { text, leadsTo }, onOpenRejected }: HeadTextProps) {
  if (leadsTo === 'signIn') return <SignInLink>{text}</SignInLink>
  if (leadsTo === null) return <p className="tabular-nums">{text}</p>
  return (
    <button type="button" onClick={onOpenRejected} className={pressable}>
      <Info aria-hidden="true" className="size-5.5" />
      {text}
    </button>
  )
}

/** Signs in and comes back here; list and acts stay meanwhile. */
function SignInLink({ children }: { children: string }) {
  const { pathname } = useLocation()
  const waits = waitingOf(useOutbox().acts).length > 0
  return (
    <Link
      to={paths.loginAfter('expired')}
      state={backToWaiting(pathname, waits)}
      className={pressable}
    >
      {children}
    </Link>
  )
}
