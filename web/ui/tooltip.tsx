import { Tooltip as Primitive } from 'radix-ui'
import { cn } from '#web/lib/cn.ts'

export type TooltipProps = {
  /** What it stands beside. */
  of: Element
  text: string
}

/** Words beside something that is on the screen already: it is placed there and nothing else. */
export function Tooltip({ of, text }: TooltipProps) {
  const { left, top, width, height } = of.getBoundingClientRect()
  return (
    <Primitive.Provider>
      <Primitive.Root open>
        <Primitive.Trigger asChild>
          <span
            aria-hidden="true"
            className="pointer-events-none fixed"
            style={{ left, top, width, height }}
          />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            data-slot="tooltip-content"
            sideOffset={6}
            collisionPadding={8}
            className={cn(
              'z-60 max-w-[300px] animate-fade print:hidden',
              'rounded-md bg-foreground px-3 py-2 text-background text-sm shadow-md',
            )}
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
