import { Check } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

const ToastContext = createContext<(text: string) => void>(() => {})

/** `useToast()('Ehrung gelöscht')`: only for what already happened, never for an error. */
export function useToast(): (text: string) => void {
  return use(ToastContext)
}

type Message = { text: string; id: number }

export function ToastProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState<Message | null>(null)
  const show = useCallback((text: string) => {
    setMessage((last) => ({ text, id: (last?.id ?? 0) + 1 }))
  }, [])
  const hide = useCallback(() => setMessage(null), [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed bottom-6 left-6 z-40 max-md:inset-x-4 max-md:bottom-[calc(6rem+env(safe-area-inset-bottom))] print:hidden"
      >
        {message && <Toast key={message.id} text={message.text} onGone={hide} />}
      </div>
    </ToastContext>
  )
}

const shownFor = 6000

function Toast({ text, onGone }: { text: string; onGone: () => void }) {
  const [isHeld, setHeld] = useState(false)
  const cameFrom = useRef<EventTarget | null>(null)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onGone, shownFor)
    return () => clearTimeout(timer)
  }, [isHeld, onGone])
  // Its button goes with it: the focus is back where it was.
  const close = () => {
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
    onGone()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: reading or reaching it only holds the timer.
    <div
      data-slot="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        cameFrom.current = relatedTarget
        setHeld(true)
      }}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex min-h-12 w-fit animate-rise items-center gap-3 rounded-lg bg-foreground py-1.5 pr-2 pl-4 font-medium text-background shadow-lg max-md:w-full"
    >
      <Check />
      <span className="flex-1">{text}</span>
      <Button
        variant="ghost"
        size="sm"
        onClick={close}
        className="text-inherit! hover:bg-background/16!"
      >
        Schließen
      </Button>
    </div>
  )
}
