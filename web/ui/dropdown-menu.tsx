import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { floating, floatingTitle } from './popover.tsx'
import { useTypeahead } from './use-typeahead.ts'

/** Not modal: a menu closes by itself, so the page need not be hidden from readers meanwhile. */
export function DropdownMenu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Primitive.Trigger

export function DropdownMenuContent({
  className,
  ...rest
}: ComponentProps<typeof Primitive.Content>) {
  const onKeyDownCapture = useTypeahead()
  return (
    <Primitive.Portal>
      <Primitive.Content
        onKeyDownCapture={onKeyDownCapture}
        data-slot="dropdown-menu-content"
        align="end"
        sideOffset={8}
        collisionPadding={8}
        className={cn(floating, 'min-w-56', className)}
        {...rest}
      />
    </Primitive.Portal>
  )
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return (
    <Primitive.Label
      data-slot="dropdown-menu-label"
      className={cn(floatingTitle, className)}
      {...rest}
    />
  )
}

/** With `asChild` around a link it is one. */
export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
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

/** Above what is harsh. */
export function DropdownMenuSeparator() {
  return <Primitive.Separator data-slot="dropdown-menu-separator" className="my-1.5 border-t" />
}
