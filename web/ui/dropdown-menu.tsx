import type { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, useRef } from 'react'
import { cn } from '#web/lib/cn.ts'
import {
  openedOverlays,
  UntilLoaded,
  useFocusTakenOver,
  useOpening,
  WaitingTrigger,
} from '#web/lib/overlays.tsx'
import { floatingTitle, popoverClass } from './popover.tsx'

/** A menu. It is not modal: Radix would hide the page behind a modal menu from screen readers. */
export function DropdownMenu({ children, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <UntilLoaded
      root={({ DropdownMenu: { Root } }, isWanted) => (
        <Root modal={false} defaultOpen={isWanted} {...rest}>
          {children}
        </Root>
      )}
    >
      {children}
    </UntilLoaded>
  )
}

export function DropdownMenuTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  const { radix } = useOpening()
  if (!radix) return <WaitingTrigger popup="menu" {...props} />
  return <LoadedTrigger {...props} />
}

function LoadedTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  const { Trigger } = openedOverlays().DropdownMenu
  return <Trigger {...props} ref={useFocusTakenOver()} />
}

export function DropdownMenuContent({
  className,
  ...rest
}: ComponentProps<typeof Primitive.Content>) {
  const { radix } = useOpening()
  const onKeyDownCapture = useTypeahead()
  if (!radix) return null
  const { Portal, Content } = radix.DropdownMenu
  return (
    <Portal>
      <Content
        onKeyDownCapture={onKeyDownCapture}
        data-slot="dropdown-menu-content"
        align="end"
        sideOffset={8}
        collisionPadding={8}
        className={cn(popoverClass, 'min-w-56', className)}
        {...rest}
      />
    </Portal>
  )
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  const { Label } = openedOverlays().DropdownMenu
  return (
    <Label data-slot="dropdown-menu-label" className={cn(floatingTitle, className)} {...rest} />
  )
}

/** An item of a menu; with `asChild` and a link as the child, the item is that link. */
export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  const { Item } = openedOverlays().DropdownMenu
  return (
    <Item
      data-slot="dropdown-menu-item"
      className={cn(
        'flex min-h-10 w-full cursor-pointer select-none items-center gap-3 rounded-md px-3 text-left text-inherit no-underline outline-none max-md:min-h-11',
        'data-disabled:cursor-not-allowed data-highlighted:bg-accent data-disabled:text-muted-foreground forced-colors:data-highlighted:outline-2',
        className,
      )}
      {...rest}
    />
  )
}

/** A line between items, such as above destructive ones. */
export function DropdownMenuSeparator() {
  const { Separator } = openedOverlays().DropdownMenu
  return <Separator data-slot="dropdown-menu-separator" className="my-1.5 border-t" />
}

/** The pause after which typing begins a new text (Spec §9); Radix' own menu waits a second. */
const forgottenAfterMs = 500

const items = '[role^="menuitem"]:not([data-disabled])'

/**
 * Focuses the menu item that begins with the typed text; repeating a letter moves on to the next one.
 * For `onKeyDownCapture`, so that Radix' menu does not see the same keys.
 */
function useTypeahead() {
  const typed = useRef('')
  const last = useRef(0)
  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp, currentTarget } = event
    if (timeStamp - last.current >= forgottenAfterMs) typed.current = ''
    // A space is text only after other letters; at the beginning it activates the focused item.
    const isText = key.length === 1 && !(key === ' ' && typed.current === '')
    if (!isText || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    typed.current += key.toLowerCase()
    last.current = timeStamp
    next([...currentTarget.querySelectorAll<HTMLElement>(items)], typed.current)?.focus()
  }
}

function next(all: readonly HTMLElement[], typed: string): HTMLElement | undefined {
  const isOneLetter = [...typed].every((letter) => letter === typed[0])
  const begin = isOneLetter ? typed.slice(0, 1) : typed
  const at = all.findIndex((item) => item.matches(':focus'))
  // A single letter goes on to the next item; a longer text may still mean the focused item.
  const start = Math.max(isOneLetter ? at + 1 : at, 0)
  return [...all.slice(start), ...all.slice(0, start)].find((item) =>
    item.textContent.trim().toLowerCase().startsWith(begin),
  )
}
