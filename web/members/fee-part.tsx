import { FormPart } from './form-part.tsx'
import { EuroField, LineField } from './member-fields.tsx'

export function FeePart() {
  return (
    <FormPart id="beitrag">
      <EuroField
        name="individualFeeInCent"
        className="md:col-span-4"
        help="Leer gilt die Beitragstabelle."
      />
      <LineField name="individualFeeReason" className="md:col-span-8" />
      <LineField
        name="mandateReference"
        className="md:col-span-6"
        help="Nur, wenn auf dem Mandat schon eine steht."
      />
    </FormPart>
  )
}
