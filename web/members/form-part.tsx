import { Fragment, type ReactNode } from 'react'
import { FormSection } from '#web/components/form-section.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { MemberField } from './member-field.tsx'
import {
  type FieldName,
  fieldOf,
  namesOf,
  type OwnName,
  type SectionId,
  sections,
  widths,
} from './member-sections.ts'

type Draw = (className: string) => ReactNode

type FormPartProps<Part extends SectionId> = {
  id: Part
  today: Day
  /** The fields of this part that are more than their line in the table. */
  own: Record<OwnName<Part>, Draw> & Partial<Record<FieldName, Draw>>
}

/** A section of the form, with a place that the list at the left leads to. */
export function FormPart<Part extends SectionId>({ id, today, own }: FormPartProps<Part>) {
  const title = sections.find((section) => section.id === id)?.title ?? ''
  const drawn: Partial<Record<FieldName, Draw>> = own
  return (
    <div id={id} tabIndex={-1} className="outline-none">
      <FormSection title={title}>
        {namesOf(id).map((name) => {
          const className = widths[fieldOf(name).width]
          const draw = drawn[name]
          return (
            <Fragment key={name}>
              {draw ? (
                draw(className)
              ) : (
                <MemberField name={name} today={today} className={className} />
              )}
            </Fragment>
          )
        })}
      </FormSection>
    </div>
  )
}
