import type { ComponentProps } from 'react'
import {
  FormCheckbox,
  FormDate,
  FormEuro,
  FormInput,
  FormTextarea,
} from '#web/components/form-fields.tsx'
import { cn } from '#web/lib/cn.ts'
import type { FieldProps } from '#web/ui/field.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { type MemberFieldName, memberField } from '#worker/domain/member.ts'
import type { MemberDraft } from './member-draft.ts'

type MemberFieldProps = { name: MemberFieldName; today: Day; className: string }

/** A field as `memberFields` describes it; special fields are rendered by their section. */
export function MemberField({ name, today, className }: MemberFieldProps) {
  const { label, kind, form } = memberField(name)
  const field = { name, label, help: form.help, className }
  switch (kind) {
    case 'line':
    case 'digits':
    case 'count':
    case 'phone':
    case 'eMail':
      return <MemberTextField name={name} className={className} inputMode={inputModes[kind]} />
    case 'lines':
      return <FormTextarea<MemberDraft> {...field} inputClassName="min-h-18!" />
    case 'day':
    case 'birthday':
      return <FormDate<MemberDraft> {...field} today={today} isBirthday={kind === 'birthday'} />
    case 'euro':
      return <FormEuro<MemberDraft> {...field} />
    case 'tick':
      return (
        <FormCheckbox<MemberDraft> name={name} labelClassName={cn(className, 'md:mt-6.5 md:h-10')}>
          {label}
        </FormCheckbox>
      )
    // The section of these fields renders them itself (`own` of `FormPart`).
    case 'state':
    case 'member':
    case 'spans':
      return null
  }
}

const inputModes = {
  line: 'text',
  digits: 'numeric',
  count: 'numeric',
  phone: 'tel',
  eMail: 'email',
} as const

type LineFieldProps = Pick<FieldProps, 'help' | 'aside' | 'className' | 'warning'> &
  Pick<ComponentProps<'input'>, 'inputMode'> & { name: MemberFieldName }

export function MemberTextField({ name, ...rest }: LineFieldProps) {
  const { label, form } = memberField(name)
  return (
    <FormInput<MemberDraft>
      name={name}
      label={label}
      required={form.required}
      help={form.help}
      inputClassName="tabular-nums"
      {...rest}
    />
  )
}
