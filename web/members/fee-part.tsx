import { FormPart } from './form-part.tsx'
import { EuroField, LineField } from './member-fields.tsx'

export function FeePart() {
  return (
    <FormPart id="beitrag">
      <EuroField
        name="individualFeeInCent"
        className="md:col-span-4"
        help="Ohne Eintrag gilt die Beitragstabelle."
      />
      <LineField name="individualFeeReason" className="md:col-span-8" />
    </FormPart>
  )
}
