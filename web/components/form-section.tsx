import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

/**
 * A part of a long form: a card with a grid of twelve columns. A field spans all of them unless it has a
 * class such as `md:col-span-6`.
 */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card bleed className="p-6 max-md:px-4 max-md:pt-5">
      <h2 className="mb-5">{title}</h2>
      <div className="grid grid-cols-12 gap-5 *:col-span-full max-md:gap-x-3 max-md:gap-y-4.5">
        {children}
      </div>
    </Card>
  )
}
