import { useEffect, useId, useRef, useState } from 'react'
import { SuggestInput } from '#web/components/suggest-input.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field, FieldError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { needsNewMandate, returnReasonInWords } from '#worker/domain/fee-ledger.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { sortByYear } from './match-transfer.ts'
import type { Proposal } from './proposal.ts'
import {
  type OpenAmounts,
  openAmountOf,
  openAmountsWithout,
  type ProposalChange,
  type Row,
} from './statement-rows.ts'
import { partInWords } from './statement-words.ts'

type StatementRowProps = {
  row: Row
  /** The server's error for this line. */
  refusal: string | undefined
  passOnCharge: boolean
  /** The open claims to choose from. */
  open: readonly FeeClaim[]
  /** The open amounts of all claims after the ticked bookings. */
  left: OpenAmounts
  /** null for users who may only read. */
  onChange: (choice: ProposalChange) => void
}

/** A line of the statement: the other party, day, amount, and the proposed booking. */
export function StatementRow({ row, refusal, open, left, onChange, ...shown }: StatementRowProps) {
  const { proposal, isTicked } = row
  const { entry } = proposal
  const id = useId()
  const canTick = 'isSure' in proposal
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 border-t px-6 py-3 max-md:px-4 md:grid-cols-[auto_minmax(0,1fr)_8rem_7rem]">
      <span className="w-6 pt-0.5 max-md:w-7">
        {canTick && (
          <Checkbox
            size="lg"
            aria-labelledby={id}
            aria-describedby={`${id}-when`}
            checked={isTicked}
            onChange={({ target }) => onChange({ isTicked: target.checked })}
          />
        )}
      </span>
      <div className="grid min-w-0 gap-1">
        <p id={id} className="wrap-anywhere font-semibold">
          {titleOf(proposal)}
        </p>
        <p id={`${id}-when`} className="wrap-anywhere text-muted-foreground text-sm">
          {detailText(proposal)}
        </p>
        {proposal.note && <p className="text-sm">{proposal.note}</p>}
        {row.warning && <p className="text-sm text-warning-soft-foreground">{row.warning}</p>}
        {isTicked ? <WhatIsBooked row={row} {...shown} /> : <WhatIsProposed row={row} />}
        {canChoose(row) && <Choosing row={row} open={open} left={left} onChange={onChange} />}
        {refusal && <FieldError>{refusal}</FieldError>}
      </div>
      {proposal.group === 'returns' && <ChargeField row={row} onChange={onChange} />}
      <p className="col-start-3 row-start-1 text-end font-semibold tabular-nums md:col-start-4">
        {germanEuro(entry.side === 'in' ? entry.amountInCent : -entry.amountInCent)}
      </p>
    </li>
  )
}

function titleOf(proposal: Proposal): string {
  const { entry } = proposal
  if (proposal.group === 'returns') {
    const [first] = proposal.debit.claims
    return first ? listName(first.payer) : entry.name
  }
  if (proposal.group === 'credits') return `Einzug vom ${germanDate(proposal.run.dueDate)}`
  if (entry.name) return entry.name
  if (!entry.isReturn) return 'Ohne Namen'
  return entry.side === 'out' ? 'Rücklastschrift' : 'Zurückgekommene Überweisung'
}

function detailText({ entry, group }: Proposal): string {
  const why = group === 'returns' || (entry.isReturn && entry.side === 'out')
  const rest = why ? returnReasonInWords(entry.reasonCode) : entry.purpose
  return [germanDate(entry.day), rest].filter(Boolean).join(' · ')
}

function WhatIsBooked({ row, passOnCharge }: { row: Row; passOnCharge: boolean }) {
  return (
    <p className="text-secondary-soft-foreground text-sm">{bookedInWords(row, passOnCharge)}</p>
  )
}

/** Names the claims that a transfer would pay, so that the user can decide whether to tick it. */
function WhatIsProposed({ row: { proposal } }: { row: Row }) {
  if (proposal.group !== 'transfers') return null
  return <p className="text-sm">Vorschlag: {proposal.parts.map(partInWords).join(', ')}.</p>
}

function bookedInWords({ proposal, charge }: Row, passOnCharge: boolean): string {
  switch (proposal.group) {
    case 'returns': {
      const { claims, sumInCent } = proposal.debit
      const who = claims.length > 1 ? ` (${claims.length} Beiträge)` : ''
      const passed = passOnCharge && charge.trim() ? `, dazu ${charge.trim()} Bankgebühr` : ''
      const mandate = needsNewMandate(proposal.entry.reasonCode)
        ? ' Eingezogen wird erst wieder mit neuem Mandat.'
        : ''
      return `Wieder offen: ${germanEuro(sumInCent)}${who}${passed}.${mandate}`
    }
    case 'transfers':
      return `Bezahlt: ${proposal.parts.map(partInWords).join(', ')}.`
    case 'credits':
      return `Gutgeschrieben am ${germanDate(proposal.entry.day)}.`
    case 'unmatched':
    case 'done':
    case 'foreign':
      return ''
  }
}

type ChangeProps = { row: Row; onChange: (choice: ProposalChange) => void }

function ChargeField({ row, onChange }: ChangeProps) {
  return (
    <Field
      label="Bankgebühr"
      error={row.problem}
      className="max-w-40 max-md:col-start-2 max-md:mt-1 md:col-start-3 md:row-start-1"
    >
      {(ids) => (
        <Input
          {...ids}
          inputMode="decimal"
          placeholder="0,00"
          value={row.charge}
          onChange={({ target }) => onChange({ charge: target.value })}
        />
      )}
    </Field>
  )
}

const canChoose = ({ proposal, group }: Row) =>
  proposal.entry.side === 'in' &&
  !proposal.entry.isReturn &&
  !proposal.entry.isCollection &&
  (group === 'unmatched' || group === 'transfers')

type ChoosingProps = ChangeProps & Pick<StatementRowProps, 'open' | 'left'>

function Choosing({ row, open, left, onChange }: ChoosingProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (!isOpen) {
    return (
      <div ref={place}>
        <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
          {row.proposal.group === 'transfers' ? 'Anderen Beitrag wählen' : 'Beitrag wählen'}
          <span className="sr-only">: {titleOf(row.proposal)}</span>
        </Button>
      </div>
    )
  }
  return (
    <div className="mt-1 flex flex-wrap items-end gap-2">
      <ClaimPicker
        open={open}
        left={openAmountsWithout(row, left)}
        onChoose={(claims) => {
          setOpen(false)
          onChange({ claims, isTicked: true })
        }}
      />
      <Button onClick={() => setOpen(false)}>Abbrechen</Button>
    </div>
  )
}

type ClaimPickerProps = {
  open: readonly FeeClaim[]
  /** What is still open of each claim after the payments of the other lines. */
  left: OpenAmounts
  onChoose: (claims: readonly FeeClaim[]) => void
}

/** A choice of what a payment pays: one open claim, or all claims of a payer. Its field is focused. */
function ClaimPicker({ open, left, onChoose }: ClaimPickerProps) {
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
            // Hundreds of claims may be open: suggestions start with the first letter.
            suggestions={typed.trim() === '' ? [] : optionsOf(open, left)}
            onChoose={({ claims }) => onChoose(claims)}
          />
        )}
      </Field>
    </div>
  )
}

function optionsOf(open: readonly FeeClaim[], left: OpenAmounts) {
  const single = open.map((claim) => {
    const cents = openAmountOf(left, claim)
    const state = cents > 0 ? `${germanEuro(cents)} offen` : 'nichts mehr offen'
    return {
      value: listName(claim.member),
      note: [`${claim.year}, ${state}`, paidBy(claim)].filter(Boolean).join(', '),
      key: claim.id,
      claims: [claim],
    }
  })
  const unpaid = open.filter((claim) => openAmountOf(left, claim) > 0)
  const several = [...Map.groupBy(unpaid, ({ payer }) => payer.id).values()].flatMap((claims) => {
    const [first] = claims
    if (!first || claims.length < 2) return []
    const sum = claims.reduce((total, claim) => total + openAmountOf(left, claim), 0)
    const note = `Alle ${claims.length} Beiträge, ${germanEuro(sum)} offen`
    return [
      { value: listName(first.payer), note, key: -first.payer.id, claims: sortByYear(claims) },
    ]
  })
  return [...several, ...single].toSorted((one, other) =>
    one.value.localeCompare(other.value, 'de'),
  )
}

const paidBy = ({ member, payer }: FeeClaim) => member.id !== payer.id && `zahlt ${listName(payer)}`
