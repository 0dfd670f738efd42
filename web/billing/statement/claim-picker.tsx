import { useEffect, useRef, useState } from 'react'
import { SuggestInput } from '#web/components/suggest-input.tsx'
import { Field } from '#web/ui/field.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { byYear } from './match-transfer.ts'
import { type Left, leftOf } from './statement-rows.ts'

type ClaimPickerProps = {
  open: readonly FeeClaim[]
  /** What the other lines leave. */
  left: Left
  onChoose: (claims: readonly FeeClaim[]) => void
}

/** What a payment pays: one open claim, or all of somebody who has several. It takes the focus. */
export function ClaimPicker({ open, left, onChoose }: ClaimPickerProps) {
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place} className="max-w-96 flex-1">
      <Field label="Offener Beitrag">
        {(ids) => (
          <SuggestInput
            {...ids}
            value={typed}
            onChange={setTyped}
            // Hundreds may be open: the list begins with the first letter.
            suggestions={typed.trim() === '' ? [] : optionsOf(open, left)}
            onChoose={({ claims }) => onChoose(claims)}
          />
        )}
      </Field>
    </div>
  )
}

function optionsOf(open: readonly FeeClaim[], left: Left) {
  const single = open.map((claim) => {
    const cents = leftOf(left, claim)
    const state = cents > 0 ? `${germanEuro(cents)} offen` : 'nichts mehr offen'
    return {
      value: listName(claim.member),
      note: [`${claim.year}, ${state}`, paidBy(claim)].filter(Boolean).join(', '),
      key: claim.id,
      claims: [claim],
    }
  })
  const unpaid = open.filter((claim) => leftOf(left, claim) > 0)
  const several = [...Map.groupBy(unpaid, ({ payer }) => payer.id).values()].flatMap((claims) => {
    const [first] = claims
    if (!first || claims.length < 2) return []
    const sum = claims.reduce((total, claim) => total + leftOf(left, claim), 0)
    const note = `Alle ${claims.length} Beiträge, ${germanEuro(sum)} offen`
    return [{ value: listName(first.payer), note, key: -first.payer.id, claims: byYear(claims) }]
  })
  return [...several, ...single].toSorted((one, other) =>
    one.value.localeCompare(other.value, 'de'),
  )
}

const paidBy = ({ member, payer }: FeeClaim) => member.id !== payer.id && `zahlt ${listName(payer)}`
