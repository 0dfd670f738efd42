import { useState } from 'react'
import { Field } from '#web/ui/field.tsx'
import { SuggestInput } from '#web/ui/suggest-input.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'

type ClaimPickerProps = {
  open: readonly FeeClaim[]
  onChoose: (claims: readonly FeeClaim[]) => void
}

/** What a payment pays: one open claim, or all of somebody who has several. */
export function ClaimPicker({ open, onChoose }: ClaimPickerProps) {
  const [typed, setTyped] = useState('')
  return (
    <Field label="Offener Beitrag" className="max-w-96 flex-1">
      {(ids) => (
        <SuggestInput
          {...ids}
          value={typed}
          onChange={setTyped}
          // Hundreds may be open: the list begins with the first letter.
          suggestions={typed.trim() === '' ? [] : optionsOf(open)}
          onChoose={({ claims }) => onChoose(claims)}
        />
      )}
    </Field>
  )
}

function optionsOf(open: readonly FeeClaim[]) {
  const single = open.map((claim) => ({
    value: listName(claim.member),
    note: [`${claim.year}, ${germanEuro(claim.openInCent)} offen`, paidBy(claim)]
      .filter(Boolean)
      .join(', '),
    key: claim.id,
    claims: [claim],
  }))
  const several = [...Map.groupBy(open, ({ payer }) => payer.id).values()].flatMap((claims) => {
    const [first] = claims
    if (!first || claims.length < 2) return []
    const sum = claims.reduce((total, { openInCent }) => total + openInCent, 0)
    const note = `Alle ${claims.length} Beiträge, ${germanEuro(sum)} offen`
    return [{ value: listName(first.payer), note, key: -first.payer.id, claims }]
  })
  return [...several, ...single].toSorted((one, other) =>
    one.value.localeCompare(other.value, 'de'),
  )
}

const paidBy = ({ member, payer }: FeeClaim) => member.id !== payer.id && `zahlt ${listName(payer)}`
