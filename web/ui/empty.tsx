import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Garland } from './fleckle.tsx'

type EmptyProps = {
  title: string
  children?: ReactNode
  /** One button at most. */
  action?: ReactNode
  /** The page itself is empty (404): the title is its h1. */
  level?: 'h1' | 'h2' | 'h3'
  className?: string
}

export function Empty({ title, children, action, level: Title = 'h3', className }: EmptyProps) {
  return (
    <div
      data-slot="empty"
      className={cn('grid justify-items-center gap-1 px-6 pt-11 pb-12 text-center', className)}
    >
      <Garland className="mb-3 w-44" />
      <Title
        className={
          Title === 'h1' ? 'text-2xl' : 'font-sans font-semibold text-base tracking-normal'
        }
      >
        {title}
      </Title>
      {children && <p className="max-w-[44ch] text-pretty text-muted-foreground">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
