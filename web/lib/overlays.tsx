import {
  type ComponentProps,
  cloneElement,
  createContext,
  isValidElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { later, useLater } from './later.ts'

type Radix = typeof import('./radix.ts')

export const overlays = later<Radix>(() => import('./radix.ts'))

/** Radix' dialogs, menus, popovers and tooltips, null until they are there. */
export const useOverlays = (isNeeded: boolean): Radix | null => useLater(overlays, isNeeded)

/** For what is only drawn inside of one that is open. */
export function openedOverlays(): Radix {
  const radix = overlays.current()
  if (!radix) throw new Error('Drawn before its overlay was loaded')
  return radix
}

type Opening = {
  radix: Radix | null
  want: () => void
  /** The trigger is drawn anew by Radix: the focus does not get lost by it. */
  hadFocus: RefObject<boolean>
}

const OpeningContext = createContext<Opening | null>(null)

export function useOpening(): Opening {
  const opening = useContext(OpeningContext)
  if (!opening) throw new Error('Outside of its menu or popover')
  return opening
}

type OpeningProps = {
  children: ReactNode
  /** Radix' root around them. */
  root: (radix: Radix, isWanted: boolean) => ReactNode
}

/** A trigger with what it opens. Pressed before Radix is there, it opens as soon as it is. */
export function UntilLoaded({ children, root }: OpeningProps) {
  const [isWanted, setWanted] = useState(false)
  const radix = useOverlays(isWanted)
  const hadFocus = useRef(false)
  return (
    <OpeningContext value={{ radix, want: () => setWanted(true), hadFocus }}>
      {radix ? root(radix, isWanted) : children}
    </OpeningContext>
  )
}

type TriggerProps = ComponentProps<'button'> & {
  asChild?: boolean | undefined
  popup: 'menu' | 'dialog'
}

/** As Radix draws one that is closed. */
export function WaitingTrigger({ asChild, popup, children, ...rest }: TriggerProps) {
  const { want, hadFocus } = useOpening()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const { current } = button
    return () => {
      hadFocus.current = current !== null && current === document.activeElement
    }
  }, [hadFocus])
  const props = {
    ...rest,
    ref: button,
    'aria-haspopup': popup,
    'aria-expanded': false,
    'data-state': 'closed',
    // Radix may be there before the button is let go, and what it draws then is not clicked.
    onPointerDown: ({ button: pressed, ctrlKey }: React.PointerEvent) => {
      if (pressed === 0 && !ctrlKey) want()
    },
    onClick: want,
  }
  if (!asChild) {
    return (
      <button type="button" {...props}>
        {children}
      </button>
    )
  }
  if (!isValidElement(children)) throw new Error('Expected one element')
  return cloneElement(children, props)
}

/** For the trigger that takes its place. */
export function useFocusTakenOver(): Ref<HTMLButtonElement> {
  const { hadFocus } = useOpening()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (hadFocus.current) button.current?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [hadFocus])
  return button
}
