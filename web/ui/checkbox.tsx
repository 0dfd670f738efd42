import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'

type BoxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  /** The text of the label around the box; left out, the caller has to label the box. */
  children?: ReactNode
  labelClassName?: string
}

const box =
  'flex-none appearance-none border-[1.5px] border-input bg-card transition-colors cursor-pointer checked:border-secondary checked:bg-secondary disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive forced-colors:appearance-auto'

const tickSizes = {
  md: 'size-5 rounded-[0.3125rem]',
  lg: 'size-6 rounded-sm max-md:size-7',
}

type CheckboxProps = BoxProps & {
  size?: keyof typeof tickSizes
  /** Whether some, but not all of those are ticked for which the box stands. */
  mixed?: boolean
}

export function Checkbox({ className, size = 'md', mixed, ...rest }: CheckboxProps) {
  return (
    <Labelled
      {...rest}
      type="checkbox"
      // Without `mixed` the ref of a form's field stays.
      {...(mixed !== undefined && {
        ref: (box: HTMLInputElement | null) => {
          if (box) box.indeterminate = mixed
        },
      })}
      className={cn(
        box,
        'bg-[length:70%] bg-center bg-no-repeat checked:bg-(image:--tick-mark)',
        'indeterminate:border-secondary indeterminate:bg-secondary indeterminate:bg-(image:--mixed-mark)',
        tickSizes[size],
        className,
      )}
    />
  )
}

export function Radio({ className, ...rest }: BoxProps) {
  return (
    <Labelled
      {...rest}
      type="radio"
      className={cn(
        box,
        'size-5 rounded-full checked:shadow-[inset_0_0_0_3.5px_var(--card)]',
        className,
      )}
    />
  )
}

const switchSizes = {
  md: 'h-5.5 w-9 after:top-[0.1875rem] after:left-[0.1875rem] after:size-4 checked:after:translate-x-3.5',
  street: 'h-8 w-14 after:top-1 after:left-1 after:size-6 checked:after:translate-x-6',
}

export function Switch({
  className,
  size = 'md',
  ...rest
}: BoxProps & { size?: keyof typeof switchSizes }) {
  return (
    <Labelled
      {...rest}
      type="checkbox"
      role="switch"
      className={cn(
        'relative flex-none cursor-pointer appearance-none rounded-full bg-input transition-colors duration-(--slow) checked:bg-secondary disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto',
        "after:absolute after:rounded-full after:bg-card after:transition-transform after:duration-(--slow) after:content-[''] forced-colors:size-5 forced-colors:after:hidden",
        switchSizes[size],
        className,
      )}
    />
  )
}

function Labelled({
  children,
  labelClassName,
  ...rest
}: ComponentProps<'input'> & { labelClassName?: string | undefined }) {
  // Of these boxes only a switch has a role.
  const { className, role, type } = rest
  const input = { 'data-slot': role ?? type, ...rest }
  if (!children) return <input {...input} />
  return (
    <label
      className={cn(
        'inline-flex min-h-(--control) items-center gap-2.5',
        input.disabled && 'cursor-not-allowed',
        labelClassName,
      )}
    >
      {/* The label centres a short text in the target; a box stands beside the first line of a longer one. */}
      <span className={role ? 'contents' : 'flex min-w-0 items-start gap-2.5'}>
        <input {...input} className={cn(className, !role && 'mt-0.5')} />
        {children}
      </span>
    </label>
  )
}
