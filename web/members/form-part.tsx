import { Fragment, type ReactNode } from 'react'
import { FormSection } from '#web/components/form-section.tsx'
import { useUser } from '#web/lib/session.ts'
import type { Day } from '#worker/domain/dates.ts'
import {
  type MemberField as Field,
  type MemberFieldName,
  type MemberPart,
  memberFields,
  memberParts,
  type NameWith,
  namesOfPart,
} from '#worker/domain/member.ts'
import { mayChangeField } from '#worker/domain/member-rights.ts'
import { MemberField } from './member-field.tsx'

/** The classes for a field's width in the form's grid of twelve columns; on phones most fields fill a line. */
const widths: Record<Field['form']['width'], string> = {
  full: '',
  most: 'max-md:col-span-8 md:col-span-9',
  twoThirds: 'md:col-span-8',
  half: 'md:col-span-6',
  third: 'md:col-span-4',
  // This width is for dates, which need the whole line on very narrow phones.
  quarter: 'max-md:col-span-6 max-[22rem]:col-span-full md:col-span-3',
  short: 'max-md:col-span-4 md:col-span-3',
}

/** The names of the part's fields that have to be given in `own`, because `MemberField` does not render them. */
type OwnName<Part extends MemberPart> = NameWith<{ form: { part: Part } }> &
  NameWith<{ form: { drawn: 'own' } } | { kind: 'state' | 'member' | 'spans' }>

type Draw = (className: string) => ReactNode

type FormPartProps<Part extends MemberPart> = {
  id: Part
  today: Day
  /** How to render the fields for which `MemberField` does not suffice, by name. */
  own: Record<OwnName<Part>, Draw> & Partial<Record<MemberFieldName, Draw>>
}

/** A section of the form, linked from the table of contents, with the fields that the user may change. */
export function FormPart<Part extends MemberPart>({ id, today, own }: FormPartProps<Part>) {
  const title = memberParts.find((part) => part.id === id)?.title ?? ''
  const drawn: Partial<Record<MemberFieldName, Draw>> = own
  const user = useUser()
  const names = namesOfPart(id).filter((name) => mayChangeField(user, name))
  return (
    <div id={id} tabIndex={-1} className="outline-none">
      <FormSection title={title}>
        {names.map((name) => {
          const className = widths[memberFields[name].form.width]
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
