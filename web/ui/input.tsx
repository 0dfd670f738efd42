import { Eye, EyeOff, Search } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { Button } from './button.tsx'

export const controlClass = [
  'w-full min-h-(--control) appearance-none rounded-md border border-input bg-card px-3 leading-[1.4] text-foreground',
  'transition-[border-color,box-shadow] placeholder:text-muted-foreground placeholder:opacity-100 hover:border-muted-foreground',
  'focus-visible:border-ring focus-visible:outline-offset-0',
  '[&[readonly]]:border-border-strong [&[readonly]]:bg-muted disabled:border-border-strong disabled:bg-muted',
  'aria-invalid:border-destructive aria-invalid:ring-1 aria-invalid:ring-destructive',
]

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input data-slot="input" className={cn(controlClass, className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(controlClass, 'resize-y py-2', className ?? 'min-h-24!')}
      {...rest}
    />
  )
}

type SearchInputProps = ComponentProps<'input'> & { wrapperClassName?: string }

/** A field with a placeholder in place of a label, so it needs an `aria-label`. */
export function SearchInput({ className, wrapperClassName, ...rest }: SearchInputProps) {
  return (
    <span className={cn('relative block h-fit', wrapperClassName)}>
      <Search className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground" />
      <Input type="search" className={cn('pl-9.5', className)} {...rest} />
    </span>
  )
}

export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <span className="relative block h-fit">
      <Input {...rest} type={isShown ? 'text' : 'password'} className={cn('pr-12', className)} />
      <EndButton
        aria-label={isShown ? 'Passwort verbergen' : 'Passwort zeigen'}
        onClick={() => setShown(!isShown)}
      >
        <Icon />
      </EndButton>
    </span>
  )
}

/** An icon button inside the right end of a field; its parent is `relative`. */
export function EndButton({
  isWhole = false,
  className,
  ...rest
}: ComponentProps<typeof Button> & {
  /** True makes the button on phones as high as the field. */
  isWhole?: boolean
}) {
  return (
    <Button
      variant="ghost"
      size="icon"
      className={cn(
        'absolute top-1/2 size-[calc(var(--control)-0.25rem)]! -translate-y-1/2 text-muted-foreground!',
        isWhole ? 'right-0.5 max-md:right-0 max-md:size-(--control)!' : 'right-0.5',
        className,
      )}
      {...rest}
    />
  )
}
