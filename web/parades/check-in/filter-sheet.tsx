import { Mail, Printer, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { PrintedList } from '#web/components/print/printed-list.tsx'
import { participantsQuery } from '#web/data/parades.ts'
import { cn } from '#web/lib/cn.ts'
import { counted } from '#web/lib/german-count.ts'
import { queryClient } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { countTypes, minorWords } from '#web/parades/participant-words.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { CheckInParade } from '#worker/check-in/check-in.contract.ts'
import { berlinTime, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { planLines } from '#worker/domain/times.ts'
import { busesOf, type CheckInFilter, countFilters, extrasOfRowWords, noFilter } from './list.ts'
import type { ShownRow } from './outbox/acts.ts'

type CheckInFiltersProps = {
  rows: readonly ShownRow[]
  filter: CheckInFilter
  onChange: (filter: CheckInFilter) => void
  /** Further actions on the list. */
  children?: ReactNode
}

/** The button that opens the filters in a sheet, which leaves the screen to the list. */
export function CheckInFilters(props: CheckInFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(props.filter)
  return (
    <>
      <Button
        variant={count > 0 ? 'secondary' : 'outline'}
        size="xl"
        aria-label={count > 0 ? `Filter, ${count} gesetzt` : 'Filter'}
        onClick={() => setOpen(true)}
        className="gap-1.5! px-3.5! max-[22.4375rem]:px-3!"
      >
        <SlidersHorizontal className="size-5.5" />
        <span className={cn('tabular-nums', count === 0 && 'max-[22.4375rem]:hidden flat:hidden')}>
          {count > 0 ? count : 'Filter'}
        </span>
      </Button>
      {isOpen && <FilterSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type FilterSheetProps = CheckInFiltersProps & { onClose: () => void }

function FilterSheet({ rows, filter, onChange, children, onClose }: FilterSheetProps) {
  const chips = [{ id: null, name: 'Alle', count: rows.length }, ...countTypes(rows.map(typeOf))]
  const isSet = countFilters(filter) > 0
  const buses = busesOf(rows)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      variant="sheet"
      size="street"
      title="Filter"
      footer={
        <>
          <Button
            variant="strong"
            size="street"
            disabled={!isSet}
            onClick={() => onChange({ ...noFilter, search: filter.search })}
          >
            Alle zeigen
          </Button>
          <Button variant="primary" size="street" onClick={onClose}>
            Fertig
          </Button>
        </>
      }
    >
      <fieldset aria-label="Kleidertyp" className="flex min-w-0 flex-wrap gap-2">
        {chips.map(({ id, name, count }) => (
          <TypeChip
            key={id}
            name={name}
            count={count}
            isOn={filter.typeId === id}
            onPress={() => onChange({ ...filter, typeId: id })}
          />
        ))}
      </fieldset>
      {buses.length > 0 && (
        <fieldset aria-label="Bus" className="flex min-w-0 flex-wrap gap-2">
          {buses.map(({ id, title, seats, seatsThere }) => (
            <TypeChip
              key={id}
              name={title}
              count={`${seatsThere} von ${counted(seats, 'Platz', 'Plätzen')} da`}
              isOn={filter.busId === id}
              onPress={() => onChange({ ...filter, busId: filter.busId === id ? null : id })}
            />
          ))}
        </fieldset>
      )}
      <Switch
        size="street"
        labelClassName="flex! min-h-14! flex-row-reverse justify-between gap-4! font-semibold max-md:min-h-14!"
        checked={filter.hidesConfirmed}
        onChange={(event) => onChange({ ...filter, hidesConfirmed: event.target.checked })}
      >
        Bestätigte ausblenden
      </Switch>
      <Switch
        size="street"
        labelClassName="flex! min-h-14! flex-row-reverse justify-between gap-4! font-semibold max-md:min-h-14!"
        checked={filter.showsMissing}
        onChange={(event) => onChange({ ...filter, showsMissing: event.target.checked })}
      >
        Wer fehlt, mit Telefon
      </Switch>
      {(filter.onlyMinors || rows.some(({ minor }) => minor)) && (
        <Switch
          size="street"
          labelClassName="flex! min-h-14! flex-row-reverse justify-between gap-4! font-semibold max-md:min-h-14!"
          checked={filter.onlyMinors}
          onChange={(event) => onChange({ ...filter, onlyMinors: event.target.checked })}
        >
          Minderjährige
        </Switch>
      )}
      {children}
    </Dialog>
  )
}

const typeOf = ({ costume }: ShownRow) => ({ id: costume.typeId, name: costume.type })

type TypeChipProps = { name: string; count: number | string; isOn: boolean; onPress: () => void }

function TypeChip({ name, count, isOn, onPress }: TypeChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="wrap-anywhere inline-flex min-h-14 max-w-full flex-wrap items-center gap-x-2 rounded-xl border-2 border-input bg-card px-4.5 py-1 text-left font-semibold text-[1.0625rem] aria-pressed:border-secondary aria-pressed:bg-secondary aria-pressed:text-secondary-foreground"
    >
      {name} <span className="font-medium tabular-nums opacity-85">{count}</span>
    </button>
  )
}

type ListActsProps = { parade: CheckInParade; rows: readonly ShownRow[] }

/** The actions on the whole list. */
export function CheckInListActs(props: ListActsProps) {
  const isManagement = can(useUser(), 'checkInOnAnyDay')
  return (
    <>
      <PrintAct {...props} />
      {isManagement && <CircularAct paradeId={props.parade.id} />}
    </>
  )
}

/** Prints the list stored on the device, so it works offline. */
function PrintAct({ parade, rows }: ListActsProps) {
  const [isPrinting, setPrinting] = useState(false)
  const confirmed = rows.filter((row) => row.confirmed).length
  const hasExtras = rows.some((row) => extrasOfRowWords(row) !== '')
  return (
    <>
      <Button size="street" block onClick={() => setPrinting(true)}>
        <Printer />
        Liste drucken
      </Button>
      {isPrinting && (
        <PrintedList
          title={`${parade.title}, ${germanDateWithWeekday(parade.date)}`}
          lines={planLines(parade)}
          heads={[
            'Name',
            'Kleid',
            ...(hasExtras ? ['Zusätze'] : []),
            'Begleitung',
            'Bezahlt',
            'Bestätigt',
          ]}
          rows={rows.map((row) => ({
            id: row.id,
            cells: [
              row.memberName,
              `${row.costume.type} ${row.costume.number}`.trim(),
              ...(hasExtras ? [extrasOfRowWords(row)] : []),
              row.minor ? minorWords(row.minor) : '',
              row.paid ? 'ja' : 'nein',
              row.confirmedAt
                ? `${berlinTime(new Date(row.confirmedAt))} Uhr`
                : row.confirmed
                  ? 'ja'
                  : '',
            ],
          }))}
          foot={`${counted(rows.length, 'Person', 'Personen')}, ${confirmed} bestätigt`}
          tickOff="Da"
          onPrinted={() => setPrinting(false)}
        />
      )}
    </>
  )
}

/** Opens a circular to the members among the participants; for the management only. */
function CircularAct({ paradeId }: { paradeId: number }) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    const rows = await queryClient.fetchQuery(participantsQuery(paradeId)).catch(() => null)
    setBusy(false)
    if (!rows) return toast('Ohne Internet lässt sich keine Rundmail schreiben.')
    const memberIds = rows.flatMap(({ memberId }) => memberId ?? [])
    const guests = rows.length - memberIds.length
    if (memberIds.length === 0) return toast('Von den Angemeldeten ist niemand Mitglied.')
    if (guests > 0) {
      const are = counted(guests, 'ist keinem Mitglied', 'sind keinem Mitglied')
      const get = guests === 1 ? 'bekommt' : 'bekommen'
      toast(`${are} zugeordnet und ${get} keine Rundmail.`)
    }
    void navigate(paths.circularCreate, { state: { memberIds } })
  }
  return (
    <Button size="street" block busy={isBusy} onClick={() => void write()}>
      <Mail />
      Rundmail an alle
    </Button>
  )
}
