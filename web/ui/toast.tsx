import { Check, CircleAlert, Undo2, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from './button.tsx'

/** A created record with the address of its page, and of the page that creates another record. */
type Made = { name: string; to: string; anotherAt: string }

type Message = { text: string; undoAction: UndoAction | null; made: Made | null; id: number }

let show: (message: Omit<Message, 'id'>) => void = () => {}

/**
 * `toast('Ehrung gelöscht', undoAction)`: shows a message about a completed action, never about an error. With an
 * `undoAction` the message has a button "Rückgängig"; with `made` it links the created record, and "Noch eins" opens
 * the empty form.
 */
export function toast(
  text: string,
  undoAction: UndoAction | null = null,
  made: Made | null = null,
): void {
  show({ text, undoAction, made })
}

/** The key that moves the focus to the message. */
const shortcut = 'F8'

/** Shows the latest message of `toast`; rendered once, in the shell. */
export function Toaster() {
  const [message, setMessage] = useState<Message | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const hide = useCallback(() => setMessage(null), [])
  useEffect(() => {
    show = (next) => setMessage((last) => ({ ...next, id: (last?.id ?? 0) + 1 }))
    return () => {
      show = () => {}
    }
  }, [])
  useEffect(() => {
    const go = ({ key }: KeyboardEvent) => {
      if (key === shortcut) region.current?.querySelector<HTMLElement>('button, a')?.focus()
    }
    window.addEventListener('keydown', go)
    return () => window.removeEventListener('keydown', go)
  }, [])
  return (
    <div
      ref={region}
      role="status"
      className="pointer-events-none fixed bottom-6 left-6 z-40 max-md:inset-x-4 max-md:bottom-[calc(6rem+env(safe-area-inset-bottom))] [body:has([data-slot=act-bar])_&]:bottom-26 max-md:[body:has([data-slot=act-bar])_&]:bottom-[calc(13.5rem+env(safe-area-inset-bottom))] print:hidden"
    >
      {message && <Toast key={message.id} {...message} onGone={hide} />}
    </div>
  )
}

const shownFor = 6000
/** How long a message with a button stays, in milliseconds: longer, so that the user has time to notice a mistake. */
const shownWithWayBackFor = 15_000

type ToastProps = Omit<Message, 'id'> & { onGone: () => void }

function Toast({ text, undoAction, made, onGone }: ToastProps) {
  const [isHeld, setHeld] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  const closer = useRef<HTMLButtonElement>(null)
  const offered = outcome ? null : undoAction
  const shownMade = outcome ? null : made
  const stays = offered || shownMade ? shownWithWayBackFor : shownFor
  useEffect(() => {
    if (isHeld || isBusy) return
    const timer = setTimeout(onGone, stays)
    return () => clearTimeout(timer)
  }, [isHeld, isBusy, stays, onGone])
  // The focus returns to the element that had it before: the pressed button disappears with the message.
  const close = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    onGone()
  }
  const Icon = outcome?.failed ? CircleAlert : Check
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only pause the timer.
    <div
      data-slot="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isWithin) cameFrom.current = relatedTarget
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
      className={cn(
        'pointer-events-auto flex min-h-12 w-fit max-w-120 animate-rise items-center gap-3 rounded-lg bg-foreground py-1.5 pr-2 pl-4 font-medium text-background shadow-lg max-md:w-full max-md:max-w-none',
        // On the phone the buttons go below the text, since both do not fit side by side.
        shownMade && 'max-md:flex-wrap',
        offered && 'max-[22.5rem]:flex-wrap',
      )}
    >
      <Icon aria-hidden="true" className="flex-none" />
      <span
        className={cn(
          'wrap-anywhere min-w-0 flex-1 py-1',
          shownMade && 'max-md:basis-[calc(100%-8rem)]',
          offered && 'max-[22.5rem]:basis-[calc(100%-8rem)]',
        )}
      >
        {outcome?.text ?? text}
        {shownMade && (
          <>
            {' '}
            <Link to={shownMade.to} onClick={onGone} className="text-inherit">
              {shownMade.name}
            </Link>
          </>
        )}
        {offered && <span className="sr-only">. Mit {shortcut} erreichst Du „Rückgängig“.</span>}
      </span>
      {shownMade && (
        <Button asChild variant="ghost" size="sm" className={cn(inDark, 'max-md:order-1')}>
          <Link to={shownMade.anotherAt} onClick={onGone}>
            Noch eins
          </Link>
        </Button>
      )}
      {offered && (
        <UndoButton
          undoAction={offered}
          onBusy={setBusy}
          onEnd={(end) => {
            setOutcome(end)
            // "Rückgängig" disappears when pressed, so the focus moves to the closing button.
            closer.current?.focus({ preventScroll: true })
          }}
        />
      )}
      <Button
        ref={closer}
        variant="ghost"
        size="icon-sm"
        aria-label="Schließen"
        onClick={close}
        className={cn(inDark, 'max-md:-my-1.5 max-md:-mr-2 max-md:size-14!')}
      >
        <X />
      </Button>
    </div>
  )
}

const inDark = 'flex-none text-inherit! hover:bg-background/16!'

type Outcome = { text: string; failed: boolean }

type TakeBackProps = {
  undoAction: UndoAction
  onBusy: (isBusy: boolean) => void
  onEnd: (end: Outcome) => void
}

function UndoButton({ undoAction, onBusy, onEnd }: TakeBackProps) {
  const { submit, isPending } = useSubmit(
    {
      ...undoAction.undo,
      onError: (failure: CallFailure) => onEnd({ text: whyNot(failure), failed: true }),
      onSettled: () => onBusy(false),
    },
    () => {
      undoAction.afterUndo?.()
      onEnd({ text: undoAction.done, failed: false })
    },
  )
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-keyshortcuts={shortcut}
      busy={isPending}
      onClick={() => {
        onBusy(true)
        void submit()
      }}
      className={cn(inDark, 'max-[22.5rem]:order-1')}
    >
      <Undo2 />
      Rückgängig
    </Button>
  )
}

function whyNot(failure: CallFailure): string {
  return [failure.message, detailOf(failure)].filter(Boolean).join(' ')
}
