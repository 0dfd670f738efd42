import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '#web/lib/cn.ts'

const badgeVariants = cva(
  'inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-sm px-[0.5625rem] font-sans font-semibold text-xs tracking-normal forced-colors:border [&>svg]:size-3.5 [&>svg]:stroke-[2.5]',
  {
    variants: {
      tone: {
        grey: 'bg-muted text-foreground',
        blue: 'bg-secondary-soft text-secondary-soft-foreground',
        gold: 'bg-gold-soft text-gold-soft-foreground',
        green: 'bg-success-soft text-success-soft-foreground',
        amber: 'bg-warning-soft text-warning-soft-foreground',
        red: 'bg-destructive-soft text-destructive-soft-foreground',
      },
    },
    defaultVariants: { tone: 'grey' },
  },
)

type BadgeProps = ComponentProps<'span'> & VariantProps<typeof badgeVariants>

export function Badge({ tone, className, ...rest }: BadgeProps) {
  return <span data-slot="badge" className={cn(badgeVariants({ tone }), className)} {...rest} />
}
