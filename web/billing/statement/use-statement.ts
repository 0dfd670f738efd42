import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { bookFees, creditRun } from '#web/data/billing.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import { counted } from '#web/lib/german-count.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { type LoadedLedger, matchEntries } from './match-entries.ts'
import type { Statement } from './read-statement.ts'
import {
  type BookingRequest,
  bookingsOf,
  type ProposalChange,
  type ProposalChanges,
  rowsOf,
} from './statement-rows.ts'
import { actsInWords } from './statement-words.ts'

/** The proposals for a statement, the user's changes to them, and the booking. */
export function useStatement(statement: Statement, known: LoadedLedger) {
  const [choices, setChoices] = useState<ProposalChanges>({})
  const [passOnCharge, setPassOnCharge] = useState(false)
  const [booked, setBooked] = useState<string | null>(null)
  const client = useQueryClient()
  const today = berlinDay(new Date())
  const proposals = useMemo(
    () => matchEntries(statement.entries, { ...known, today }),
    [statement, known, today],
  )
  const { rows, left } = rowsOf(proposals, { choices, claims: known.claims, passOnCharge })
  const ticked = rows.filter(({ isTicked }) => isTicked)

  const change = (key: string, choice: ProposalChange) =>
    setChoices((before) => ({ ...before, [key]: { ...before[key], ...choice } }))
  const { submit, isPending, failure, data, variables } = useSubmit(
    {
      ...bookStatement,
      // Reloads the claims: another user may have booked a line meanwhile.
      onError: () => void client.invalidateQueries({ queryKey: ['billing'] }),
    },
    ({ notCredited }) => {
      // A credit that failed stays ticked.
      const done = ticked.filter(({ proposal }) => !notCredited || proposal.group !== 'credits')
      setBooked(actsInWords(done))
      for (const { proposal } of done) change(proposal.entry.key, { isTicked: false })
      toast(`${counted(done.length, 'Buchung', 'Buchungen')} übernommen`)
    },
  )
  return {
    rows,
    ticked,
    left,
    change,
    passOnCharge,
    setPassOnCharge,
    isPending,
    failure: failure ?? data?.notCredited ?? null,
    /** The server's error of each line, by the line's key. */
    problems: failure ? problemsOf(failure.error?.fields ?? {}, variables?.bookings ?? []) : {},
    /** The result of the last booking: "3 Rücklastschriften, 2 Überweisungen". */
    booked,
    book: () => submit(bookingsOf(ticked, passOnCharge)),
  }
}

export type StatementWork = ReturnType<typeof useStatement>

/** The errors by line key; "bookings.2.amountInCent" belongs to the third booking's line. */
function problemsOf(
  fields: Readonly<Record<string, string>>,
  bookings: readonly { key: string }[],
): Record<string, string> {
  const found = Object.entries(fields).flatMap(([path, sentence]) => {
    const key = bookings[Number(/^bookings\.(\d+)/.exec(path)?.[1])]?.key
    return key === undefined ? [] : [[key, sentence]]
  })
  return Object.fromEntries(found)
}

/** All ticked bookings go in one request; then each credit of a file is stored by a call of its own. */
const bookStatement: MutationDefinition<BookingRequest, { notCredited: CallFailure | null }> = {
  meta: bookFees.meta,
  async mutationFn({ bookings, credits }) {
    if (bookings.length > 0) await bookFees.mutationFn(bookings.map(({ booking }) => booking))
    try {
      for (const credit of credits) await creditRun.mutationFn(credit)
    } catch (cause) {
      // The bookings are already stored, so the result is shown although a credit failed.
      if (cause instanceof CallFailure && bookings.length > 0) return { notCredited: cause }
      throw cause
    }
    return { notCredited: null }
  },
}
