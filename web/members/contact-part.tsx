import { FormPart } from './form-part.tsx'
import { LineField } from './member-fields.tsx'

const wide = 'max-md:col-span-8 md:col-span-9'
const narrow = 'max-md:col-span-4 md:col-span-3'
const third = 'md:col-span-4'

export function ContactPart() {
  return (
    <FormPart id="kontaktdaten">
      <LineField name="addressStreet" className={wide} />
      <LineField name="addressNumber" className={narrow} />
      <LineField name="addressPlz" inputMode="numeric" className={narrow} />
      <LineField name="addressTown" className={wide} />
      <LineField name="phone" inputMode="tel" className={third} />
      <LineField name="phoneMobile" inputMode="tel" className={third} />
      <LineField name="eMail" inputMode="email" className={third} />
    </FormPart>
  )
}
