import type { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import {
  openedOverlays,
  UntilLoaded,
  useFocusTakenOver,
  useOpening,
  WaitingTrigger,
} from '#web/lib/overlays.tsx'

/**
 * A popover; Tab stays inside while it is open, and Escape returns the focus to the trigger. A press outside closes it
 * and counts, so that it is not modal.
 */
export function Popover({ children, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <UntilLoaded
      root={({ Popover: { Root } }, isWanted) => (
        <Root defaultOpen={isWanted} {...rest}>
          {children}
        </Root>
      )}
    >
      {children}
    </UntilLoaded>
  )
}

export function PopoverTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  const { radix } = useOpening()
  if (!radix) return <WaitingTrigger popup="dialog" {...props} />
  return <LoadedTrigger {...props} />
}

function LoadedTrigger(props: ComponentProps<typeof Primitive.Trigger>) {
  const { Trigger } = openedOverlays().Popover
  return <Trigger {...props} ref={useFocusTakenOver()} />
}

type PopoverContentProps = ComponentProps<typeof Primitive.Content> & { title: string }

export function PopoverContent({ title, className, children, ...rest }: PopoverContentProps) {
  const { radix } = useOpening()
  if (!radix) return null
  const { Portal, Content } = radix.Popover
  return (
    <Portal>
      <Content
        data-slot="popover-content"
        aria-label={title}
        align="end"
        sideOffset={8}
        collisionPadding={8}
        className={cn(popoverClass, className)}
        {...rest}
      >
        <p className={floatingTitle}>{title}</p>
        {children}
      </Content>
    </Portal>
  )
}

export const popoverClass =
  'z-40 max-h-(--radix-popper-available-height) animate-rise overflow-y-auto rounded-xl border border-border bg-popover p-2 text-popover-foreground shadow-lg outline-none print:hidden'

export const floatingTitle = 'px-3 pt-2 pb-1.5 font-semibold text-muted-foreground text-xs'

/** A line with a control at its right end, such as a switch. */
export function PopoverRow({ className, ...rest }: ComponentProps<'label'>) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller puts the control inside.
    <label
      className={cn(
        'flex min-h-10 items-center justify-between gap-3 rounded-md px-3 hover:bg-accent max-md:min-h-11',
        className,
      )}
      {...rest}
    />
  )
}
