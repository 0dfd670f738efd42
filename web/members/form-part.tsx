import type { ReactNode } from 'react'
import { FormSection } from '#web/ui/form-section.tsx'
import { type SectionId, sections } from './member-sections.ts'

/** A section of the form, with a place that the list at the left leads to. */
export function FormPart({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = sections.find((section) => section.id === id)?.title ?? ''
  return (
    <div id={id} tabIndex={-1} className="outline-none">
      <FormSection title={title}>{children}</FormSection>
    </div>
  )
}
