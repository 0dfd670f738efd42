import { Phone, Printer } from 'lucide-react'
import { useState } from 'react'
import { FoldCard } from '#web/components/fold-card.tsx'
import { PrintedList } from '#web/components/print/printed-list.tsx'
import { counted } from '#web/lib/german-count.ts'
import { minorWords } from '#web/parades/participant-words.ts'
import { Button } from '#web/ui/button.tsx'
import { CardHead } from '#web/ui/card.tsx'
import { type Day, fullYears, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { departureOf, type Extra, takenOfExtra } from '#worker/domain/extras.ts'
import type { ParadeDetails, Participation } from '#worker/parades/parades.contract.ts'

type BusRow = { id: number; name: string; seats: number; age: string; phone: string; notes: string }

/** The people of the buses that leave at the same time and place. */
export type BusList = {
  title: string
  rows: BusRow[]
  seats: number
  /** Seats of reservations that are not paid yet. */
  reserved: number
}

/** The lists of a parade's buses, one for each departure, the earliest first; buses without a departure stand last. */
export function busListsOf(
  { extras, extraCounts, date }: Pick<ParadeDetails, 'extras' | 'extraCounts' | 'date'>,
  participants: readonly Participation[],
): BusList[] {
  const buses = extras.filter(({ kind }) => kind === 'bus')
  const byDeparture = Map.groupBy(buses, (bus) => departureOf(bus) || `${bus.id}`)
  return [...byDeparture.values()]
    .map((together) => {
      const rows = participants.flatMap((row) => busRow(row, together, date) ?? [])
      const seats = rows.reduce((sum, row) => sum + row.seats, 0)
      const taken = together.reduce((sum, { id }) => sum + takenOfExtra(id, extraCounts), 0)
      const reserved = Math.max(0, taken - seats)
      return { ...headOf(together), rows, seats, reserved }
    })
    .sort((a, b) => a.order.localeCompare(b.order, 'de'))
}

function headOf(together: readonly Extra[]) {
  const [first] = together
  const when = first ? departureOf(first) : ''
  const names = together.map(({ title }) => title).join(', ')
  return {
    title: [when, names].filter(Boolean).join(' · '),
    order: when ? `0 ${when}` : `1 ${names}`,
  }
}

function busRow(row: Participation, together: readonly Extra[], date: Day): BusRow | null {
  const own = row.extras.filter(({ id }) => together.some((bus) => bus.id === id))
  if (own.length === 0) return null
  return {
    id: row.id,
    name: row.memberName,
    seats: own.reduce((sum, { quantity }) => sum + quantity, 0),
    age: ageOf(row, date),
    phone: row.phone ?? '',
    notes: [
      together.length > 1 && own.map(({ title }) => title).join(', '),
      row.minor && minorWords(row.minor),
    ]
      .filter(Boolean)
      .join(' · '),
  }
}

/** The age on the day of the parade; without a birthday „Kind“ for those who were enrolled as a child. */
function ageOf({ birthday, ageClass }: Participation, date: Day): string {
  if (birthday) return String(fullYears(birthday, date))
  return ageClass === 'Child' ? 'Kind' : ''
}

const seatWords = (seats: number) => counted(seats, 'Platz', 'Plätze')

/** „14 Plätze für 11 Personen, 2 weitere vorgemerkt“ */
function tallyOf({ rows, seats, reserved }: BusList): string {
  const people = `${seatWords(seats)} für ${counted(rows.length, 'Person', 'Personen')}`
  return reserved > 0 ? `${people}, ${reserved} weitere vorgemerkt` : people
}

type BusListsProps = { parade: ParadeDetails; participants: readonly Participation[] }

/** Who has a seat in which bus: on the phone beside the bus, and printed for the driver. Empty without a bus. */
export function BusLists({ parade, participants }: BusListsProps) {
  const [printing, setPrinting] = useState<BusList | null>(null)
  const lists = busListsOf(parade, participants)
  if (lists.length === 0) return null
  return (
    <>
      <FoldCard title="Busliste" note={seatWords(lists.reduce((sum, { seats }) => sum + seats, 0))}>
        {() => lists.map((list) => <Bus key={list.title} list={list} onPrint={setPrinting} />)}
      </FoldCard>
      {printing && (
        <PrintedList
          title={`Busliste ${printing.title}`}
          lines={[`${parade.title}, ${germanDateWithWeekday(parade.date)}`]}
          heads={['Name', 'Plätze', 'Alter', 'Telefon', 'Hinweis']}
          rows={printing.rows.map(({ id, name, seats, age, phone, notes }) => ({
            id,
            cells: [
              name,
              seats,
              age,
              <span key="phone" className="whitespace-nowrap">
                {phone}
              </span>,
              notes,
            ],
          }))}
          foot={tallyOf(printing)}
          tickOff="Da"
          onPrinted={() => setPrinting(null)}
        />
      )}
    </>
  )
}

type BusProps = { list: BusList; onPrint: (list: BusList) => void }

function Bus({ list, onPrint }: BusProps) {
  const { title, rows } = list
  return (
    <section aria-label={title} className="not-first:mt-4">
      <CardHead
        title={title}
        level="h3"
        className="flex-wrap px-0! max-md:gap-y-0"
        actions={
          rows.length > 0 && (
            <Button variant="ghost" size="sm" onClick={() => onPrint(list)}>
              <Printer />
              Busliste drucken
            </Button>
          )
        }
      />
      <p className="pb-2 text-muted-foreground tabular-nums">{tallyOf(list)}</p>
      <ul>
        {rows.map((row) => (
          <Rider key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Rider({ row: { name, seats, age, phone, notes } }: { row: BusRow }) {
  const isAge = age !== '' && age !== 'Kind'
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 border-t py-1.5 first:border-t-0">
      <span className="wrap-anywhere min-w-40 flex-1">
        <b className="font-semibold">{name}</b>
        <span className="block text-muted-foreground text-sm">
          {[seatWords(seats), isAge ? `${age} Jahre` : age, notes].filter(Boolean).join(' · ')}
        </span>
      </span>
      {phone ? (
        <a
          href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          className="inline-flex min-h-11 items-center gap-2 tabular-nums"
          aria-label={`${name} anrufen: ${phone}`}
        >
          <Phone aria-hidden="true" />
          {phone}
        </a>
      ) : (
        <span className="text-muted-foreground">ohne Telefon</span>
      )}
    </li>
  )
}
