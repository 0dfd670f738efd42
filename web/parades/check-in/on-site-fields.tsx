import { DateField } from '#web/components/date-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { maxLength } from '#worker/domain/limits.ts'
import type { OnSiteEntry } from './on-site-entry.ts'

type CheckInOnSiteFieldsProps = {
  entry: OnSiteEntry
  change: (change: Partial<OnSiteEntry>) => void
  costumeTypes: readonly { id: number; name: string }[]
}

export function CheckInOnSiteFields({ costumeTypes, ...form }: CheckInOnSiteFieldsProps) {
  const { entry, change } = form
  return (
    <div className="grid grid-cols-2 items-start gap-x-3 gap-y-4.5 max-[22.4375rem]:grid-cols-1">
      <TextField {...form} name="firstName" label="Vorname" required />
      <TextField {...form} name="lastName" label="Nachname" required />
      <DateField
        label="Geburtstag"
        isBirthday
        size="street"
        className="[&_button]:right-0! [&_button]:size-(--control)!"
        today={berlinDay(new Date())}
        value={entry.birthday}
        onChange={(birthday) => change({ birthday })}
      />
      <TextField {...form} name="costumeNumber" label="Kleidernummer" />
      <Field label="Kleidertyp" required size="street" className="col-span-full">
        {(ids) => (
          <Select
            {...ids}
            value={entry.selectedCostumeTypeId ?? ''}
            onChange={(event) =>
              change({ selectedCostumeTypeId: Number(event.target.value) || null })
            }
          >
            <option value="">Bitte wählen</option>
            {costumeTypes.map((type) => (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}

type TextFieldProps = Omit<CheckInOnSiteFieldsProps, 'costumeTypes'> & {
  name: 'firstName' | 'lastName' | 'costumeNumber'
  label: string
  required?: boolean
}

function TextField({ name, label, required, entry, change }: TextFieldProps) {
  return (
    <Field label={label} required={required} size="street">
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          // Nobody is there to refuse more.
          maxLength={name === 'costumeNumber' ? maxLength.costumeNumber : maxLength.name}
          value={entry[name]}
          onChange={(event) => change({ [name]: event.target.value })}
        />
      )}
    </Field>
  )
}
