import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'
import { controlClass } from './input.tsx'

type SelectProps = ComponentProps<'select'> & { wrapperClassName?: string }

export function Select({ className, wrapperClassName, children, ...rest }: SelectProps) {
  return (
    <span className={cn('relative block h-fit', wrapperClassName)}>
      <select data-slot="select" className={cn(controlClass, 'pr-9', className)} {...rest}>
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted-foreground" />
    </span>
  )
}
