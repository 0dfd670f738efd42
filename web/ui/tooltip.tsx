import { Tooltip as Primitive } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'

// Spec §9: 100 ms, by touch 700 ms and gone 1500 ms after the finger left, 300 px wide at most.
const delays = { pointer: 100, touch: 700, afterTouch: 1500 }

/** Explains; never carries what a task needs. `children` is one element that takes focus. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const touch = useTouchHold(setOpen)
  return (
    <Primitive.Provider delayDuration={delays.pointer}>
      <Primitive.Root open={isOpen} onOpenChange={setOpen}>
        <Primitive.Trigger asChild {...touch}>
          {children}
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-[300px] animate-fade rounded-md bg-foreground px-3 py-2 text-background text-sm shadow-md"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}

/** Radix answers to mouse and focus only; a held finger opens as well. */
function useTouchHold(setOpen: (open: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const later = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), delay)
  }
  return {
    onTouchStart: () => later(true, delays.touch),
    onTouchEnd: () => later(false, delays.afterTouch),
    onTouchCancel: () => later(false, 0),
  }
}
