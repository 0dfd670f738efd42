import { cva, type VariantProps } from 'class-variance-authority'
import { type ComponentProps, cloneElement, isValidElement, type MouseEvent } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Spinner } from './spinner.tsx'

const grey =
  'disabled:cursor-not-allowed disabled:border-border disabled:bg-muted disabled:text-muted-foreground disabled:shadow-none aria-disabled:cursor-not-allowed aria-disabled:border-border aria-disabled:bg-muted aria-disabled:text-muted-foreground aria-disabled:shadow-none'

// A busy button keeps its width: the spinner takes the place of the icon or, without an icon, a part of the padding.
const buttonVariants = cva(
  [
    'items-center justify-center text-center font-semibold no-underline select-none',
    'whitespace-nowrap transition-colors max-md:whitespace-normal print:hidden',
    'group/button aria-busy:cursor-progress aria-busy:[&>svg]:hidden',
    grey,
  ],
  {
    variants: {
      variant: {
        primary:
          'border border-transparent bg-primary text-primary-foreground shadow-xs hover:bg-primary-hover',
        secondary:
          'border border-transparent bg-secondary text-secondary-foreground hover:bg-secondary-hover',
        outline:
          'border border-border-strong bg-card text-foreground shadow-xs hover:border-input hover:bg-accent',
        ghost: 'border border-transparent text-foreground hover:bg-accent',
        danger: 'border border-transparent text-destructive hover:bg-destructive-soft',
        destructive:
          'border border-transparent bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        'on-red': 'border border-white/60 text-white hover:border-white hover:bg-white/14',
        strong: 'border-2 border-foreground bg-card text-foreground hover:bg-accent',
      },
      size: {
        sm: 'gap-2 rounded-md min-h-9 px-3 text-sm leading-[1.15] aria-busy:not-has-[>svg]:gap-1 aria-busy:not-has-[>svg]:px-[0.1875rem] max-md:min-h-11 max-md:text-[0.9375rem]',
        md: 'gap-2 rounded-md min-h-10 px-4 text-base leading-[1.15] aria-busy:not-has-[>svg]:gap-1.5 aria-busy:not-has-[>svg]:px-1.5 max-md:min-h-12',
        lg: 'gap-2 rounded-md min-h-12 px-5 text-[1rem] leading-[1.15] aria-busy:not-has-[>svg]:gap-1.5 aria-busy:not-has-[>svg]:px-2.5',
        xl: 'gap-2 min-h-14 rounded-lg px-5 text-[1.0625rem] leading-[1.15] aria-busy:not-has-[>svg]:gap-1.5 aria-busy:not-has-[>svg]:px-2.5',
        street:
          'gap-2 min-h-16 rounded-xl px-5 text-lg leading-[1.15] aria-busy:not-has-[>svg]:gap-1.5 aria-busy:not-has-[>svg]:px-2.5',
        icon: 'rounded-md size-10 p-0 max-md:size-12',
        'icon-sm': 'rounded-md size-9 p-0 max-md:size-11',
      },
      block: { true: 'flex w-full', false: 'inline-flex' },
    },
    defaultVariants: { variant: 'outline', size: 'md', block: false },
  },
)

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & { busy?: boolean; asChild?: boolean }

export function Button({
  variant,
  size,
  block,
  busy = false,
  asChild,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const marks = { 'data-slot': 'button', 'data-size': size ?? 'md' }
  const look = cn(buttonVariants({ variant, size, block }), className)
  if (asChild) {
    // A link styled as a button. Radix' Slot would also merge handlers, but adds 1 kB to each public page.
    if (!isValidElement<{ className?: string }>(children)) throw new Error('Expected one element')
    const { props } = children
    return cloneElement(children, {
      ...marks,
      ...rest,
      ...props,
      className: cn(look, props.className),
    })
  }
  return (
    <button
      {...marks}
      {...rest}
      type={type}
      className={look}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
    >
      {busy && <Spinner className="size-3.5 group-has-[>svg]/button:size-4.5" />}
      {children}
    </button>
  )
}

function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
