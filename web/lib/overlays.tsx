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
import { onDemand, useOnDemand } from './on-demand.ts'

type Radix = typeof import('./radix.ts')

export const overlays = onDemand<Radix>(() => import('./radix.ts'))

/** Radix' dialogs, menus, popovers and tooltips; null until loaded. */
export const useOverlays = (isNeeded: boolean): Radix | null => useOnDemand(overlays, isNeeded)

/** The loaded Radix, for components inside an open overlay; throws before Radix is loaded. */
export function openedOverlays(): Radix {
  const radix = overlays.current()
  if (!radix) throw new Error('Rendered before its overlay was loaded')
  return radix
}

type Opening = {
  radix: Radix | null
  want: () => void
  /** Whether the trigger had the focus before Radix replaced its element; the new element then takes the focus. */
  hadFocus: RefObject<boolean>
}

const OpeningContext = createContext<Opening | null>(null)

export function useOpening(): Opening {
  const opening = useContext(OpeningContext)
  if (!opening) throw new Error('Must be rendered within its menu or popover')
  return opening
}

type OpeningProps = {
  children: ReactNode
  /** Renders `children` within Radix' root; `isWanted`: open at once. */
  root: (radix: Radix, isWanted: boolean) => ReactNode
}

/** A trigger with its overlay. When the trigger is pressed before Radix is loaded, the overlay opens after loading. */
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

/** The trigger until Radix is loaded, with the markup of Radix' closed trigger. */
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
    // Not only on click: Radix may replace the element between press and release, and no click would arrive.
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
  if (!isValidElement(children)) throw new Error('Expected a single element as child')
  return cloneElement(children, props)
}

/** A ref for Radix' trigger, which takes the focus if `WaitingTrigger` had it. */
export function useFocusTakenOver(): Ref<HTMLButtonElement> {
  const { hadFocus } = useOpening()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (hadFocus.current) button.current?.focus({ preventScroll: true })
    hadFocus.current = false
  }, [hadFocus])
  return button
}
