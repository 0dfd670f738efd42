import { Check } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import type { Column } from '#web/components/data-table/column.ts'
import { DataTable } from '#web/components/data-table/data-table.tsx'
import { Failure } from '#web/components/failure.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { searchTextOf } from '#web/lib/word-search.ts'
import { guardianWords, timeOnDay } from '#web/parades/participant-words.ts'
import { PaymentState } from '#web/parades/payment-state.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { extrasWords } from '#worker/domain/extras.ts'
import { isSettled } from '#worker/domain/parade.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { type ParticipantAction, ParticipantMenu } from './participant-menu.tsx'

type ParticipantsGridProps = {
  participants: SectionQuery<Participation[]>
  /** null until loaded. */
  paradeTitle: string | null
  paradeDay: Day | null
  takesCash: boolean
  head: (rows: readonly Participation[], found: number) => ReactNode
  /** null for users who may only read. */
  onAction: ((row: Participation, action: ParticipantAction) => void) | null
  /** The actions on the ticked rows. */
  acts: (chosen: readonly Participation[], clear: () => void) => ReactNode
}

export function ParticipantsGrid({ participants, head, ...grid }: ParticipantsGridProps) {
  const { data, error, isFetching, refetch } = participants
  if (error && !data) {
    return (
      <Card bleed>
        {head([], 0)}
        <Failure
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
          className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
        />
      </Card>
    )
  }
  return (
    <QuerySection
      query={participants}
      waiting={<Grid rows={null} head={head} {...grid} />}
      className="print:hidden"
    >
      {(rows) =>
        rows.length === 0 ? (
          <Card bleed>
            {head([], 0)}
            <Empty title="Noch niemand angemeldet">
              Wer sich zu diesem Umzug anmeldet, steht dann hier.
            </Empty>
          </Card>
        ) : (
          <Grid rows={rows} head={head} {...grid} />
        )
      }
    </QuerySection>
  )
}

type GridProps = Omit<ParticipantsGridProps, 'participants'> & {
  rows: readonly Participation[] | null
}

function Grid({ rows, paradeTitle, paradeDay, takesCash, head, onAction, acts }: GridProps) {
  const columns = useMemo(() => participantColumns({ rows, paradeDay }), [rows, paradeDay])
  const menu = useCallback(
    (row: Participation) => (
      <ParticipantMenu
        row={row}
        takesCash={takesCash}
        onAction={(action) => onAction?.(row, action)}
      />
    ),
    [onAction, takesCash],
  )
  return (
    <DataTable
      label="Teilnehmer"
      fileName={`Teilnehmer ${paradeTitle ?? ''}`}
      name="participants"
      columns={columns}
      rows={rows}
      searchKey={participantSearchKey}
      defaultSort={byName}
      head={(found) => head(rows ?? [], found.length)}
      {...(onAction && { rowActions: menu })}
      acts={acts}
      tickOff="Dabei"
      isPrintedElsewhere
      nothingFound="Kein Teilnehmer gefunden"
    />
  )
}

const byName = { column: 'name', direction: 'ascending' } as const

type ParticipantColumns = {
  /** null until loaded. */
  rows: readonly Participation[] | null
  paradeDay: Day | null
}

/** The columns of the grid; the printed ones make a list of costumes and payments. */
function participantColumns({
  rows,
  paradeDay,
}: ParticipantColumns): readonly Column<Participation>[] {
  // The server sends birthdays only to roles that may see them.
  const hasBirthdays = rows?.some((row) => 'birthday' in row) ?? true
  return [
    name,
    costumeType(rows ?? []),
    costumeNumber,
    ...(hasBirthdays ? [birthday] : []),
    payment,
    price,
    taker(rows ?? []),
    confirmation(paradeDay),
    // The grid shows only columns that it knew at first, so these two are there until the rows are loaded.
    ...((rows?.some((row) => row.extras.length > 0) ?? true) ? [extras] : []),
    ...((rows?.some((row) => row.minor) ?? true) ? [guardian] : []),
  ]
}

const name: Column<Participation> = {
  id: 'name',
  header: 'Name',
  kind: 'text',
  value: (row) => row.memberName,
  cell: (row) => <span className="font-semibold">{row.memberName}</span>,
  fixed: true,
  width: '26%',
  phone: 'first',
}

function costumeType(rows: readonly Participation[]): Column<Participation> {
  const names = [...new Set(rows.map((row) => row.costumeType.name))].sort(german.compare)
  return {
    id: 'costumeType',
    header: 'Kleidertyp',
    kind: 'choice',
    options: names.map((value) => ({ value, label: value })),
    value: (row) => row.costumeType.name,
    // On phones the number follows the type.
    cell: (row) => (
      <>
        {row.costumeType.name}
        <span className="md:hidden print:hidden"> {row.costumeNumber}</span>
      </>
    ),
    phone: 'second',
  }
}

const german = new Intl.Collator('de')

const costumeNumber: Column<Participation> = {
  id: 'costumeNumber',
  header: 'Nummer',
  kind: 'text',
  value: (row) => row.costumeNumber,
  cell: (row) => <span className="tabular-nums">{row.costumeNumber || '–'}</span>,
  width: '10%',
  phone: 'nowhere',
}

const birthday: Column<Participation> = {
  id: 'birthday',
  header: 'Geburtstag',
  kind: 'date',
  value: (row) => row.birthday ?? null,
  past: true,
  phone: 'nowhere',
  paper: false,
}

const isPaid = (row: Participation) => isSettled(row.participationFeePayed, row.priceInCent)

const payment: Column<Participation> = {
  id: 'payment',
  header: 'Bezahlung',
  kind: 'choice',
  options: [
    { value: 'paid', label: 'Bezahlt' },
    { value: 'open', label: 'Nicht bezahlt' },
  ],
  value: (row) => (isPaid(row) ? 'paid' : 'open'),
  cell: (row) => <PaymentState payed={isPaid(row)} />,
  phone: 'rightTop',
}

/** "Bus ab Rathaus, 2 Plätze · Plakette"; the column is shown when at least one person has booked an extra. */
const extras: Column<Participation> = {
  id: 'extras',
  header: 'Zusätze',
  kind: 'text',
  value: (row) => extrasWords(row.extras),
}

/** Who accompanies the minors; the column is shown when at least one person is a minor. */
const guardian: Column<Participation> = {
  id: 'guardian',
  header: 'Begleitung',
  kind: 'text',
  value: ({ minor }) => (minor ? guardianWords(minor) : ''),
}

const price: Column<Participation> = {
  id: 'price',
  header: 'Betrag',
  kind: 'money',
  value: (row) => row.priceInCent,
  hiddenAtFirst: true,
}

/** The column with the user who took the cash. */
function taker(rows: readonly Participation[]): Column<Participation> {
  const names = new Map(rows.flatMap(({ feePayedBy: by }) => (by ? [[by.id, by.name]] : [])))
  const options = [...names].map(([id, label]) => ({ value: String(id), label }))
  return {
    id: 'taker',
    header: 'Bar angenommen von',
    kind: 'choice',
    options: options.sort((a, b) => german.compare(a.label, b.label)),
    value: (row) => (row.feePayedBy ? String(row.feePayedBy.id) : ''),
    canBeEmpty: true,
    hiddenAtFirst: true,
  }
}

function confirmation(paradeDay: Day | null): Column<Participation> {
  return {
    id: 'confirmed',
    header: 'Bestätigt',
    kind: 'choice',
    options: [
      { value: 'yes', label: 'Ja' },
      { value: 'no', label: 'Nein' },
    ],
    value: (row) => (row.participationConfirmed ? 'yes' : 'no'),
    // Confirmed participants by time, the others last.
    order: (row) => (row.participationConfirmed ? (row.participationConfirmedAt ?? '0') : null),
    cell: (row) => <Confirmation row={row} paradeDay={paradeDay} />,
    phone: 'rightBottom',
    paper: false,
  }
}

function Confirmation({ row, paradeDay }: { row: Participation; paradeDay: Day | null }) {
  if (!row.participationConfirmed) return <span className="max-md:hidden">–</span>
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle tabular-nums">
      <Check className="text-success-soft-foreground" />
      <span className="sr-only">Bestätigt: </span>
      {confirmedWhen(row, paradeDay)}
    </span>
  )
}

/** "13:42 Uhr", with the date when it is not the parade's day; "Ja" when the time is unknown. */
function confirmedWhen({ participationConfirmedAt }: Participation, paradeDay: Day | null) {
  return participationConfirmedAt ? `${timeOnDay(participationConfirmedAt, paradeDay)} Uhr` : 'Ja'
}

/** Finds by name, costume type and costume number. */
function participantSearchKey(row: Participation): string {
  return searchTextOf([row.memberName, row.costumeType.name, row.costumeNumber])
}
