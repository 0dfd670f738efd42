import { Bus, CalendarClock, Euro } from 'lucide-react'
import { useState } from 'react'
import { FormDate, FormEuro, FormInput } from '#web/components/form-fields.tsx'
import { isTooMany, RefusedRowsAlerts, useExcludedIds } from '#web/components/refused-rows.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { changeParades, openEnrolments } from '#web/data/parades.ts'
import {
  optionalDay,
  optionalEuro,
  optionalTime,
  readFields,
  requiredDay,
  type TypedDay,
} from '#web/lib/typed.ts'
import { type SubmittedForm, useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { addDays, type Day, weekday } from '#worker/domain/dates.ts'
import { isOpenForEnrolment } from '#worker/domain/parade.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { DepartureRows, departuresReader } from './departure-rows.tsx'

type ManyProps = { parades: readonly Parade[]; today: Day; clear: () => void }
type DialogProps = ManyProps & { onClose: () => void }

const dialogs = { open: OpenDialog, price: PriceDialog, departure: DepartureDialog }

/** The actions on the ticked parades. */
export function ManyParades(props: ManyProps) {
  const [shown, setShown] = useState<keyof typeof dialogs | null>(null)
  const Dialog = shown && dialogs[shown]
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setShown('open')}>
        <CalendarClock />
        Anmeldung öffnen am …
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setShown('price')}>
        <Euro />
        Preis
      </Button>
      <Button variant="ghost" size="sm" onClick={() => setShown('departure')}>
        <Bus />
        Abfahrt
      </Button>
      {Dialog && <Dialog {...props} onClose={() => setShown(null)} />}
    </>
  )
}

const countOf = (count: number) => (count === 1 ? 'Ein Umzug' : `${count} Umzüge`)
const changedWords = (count: number) =>
  count === 0 ? 'Es war schon so' : `${countOf(count)} geändert`

type Opening = { from: TypedDay; fromTime: string; until: TypedDay; untilTime: string }

/** The form's field for each field name in the server's errors. */
const placesOfOpening: Readonly<Record<string, string>> = {
  'from.date': 'from',
  'from.time': 'fromTime',
  'until.date': 'until',
  'until.time': 'untilTime',
}

function OpenDialog(props: DialogProps) {
  const { parades, today } = props
  const excluded = useExcludedIds(parades.map(({ id }) => id))
  const minute = berlinMinute(new Date())
  const openNow = parades.filter((parade) => isOpenForEnrolment(parade, minute)).length
  const submitting = useSubmitForm({
    initial: { from: nextFriday(today), fromTime: '20:00', until: null, untilTime: '' },
    read: (draft: Opening) => {
      const read = readFields(draft, {
        from: requiredDay('Gib an, ab wann man sich anmelden kann.'),
        fromTime: optionalTime,
        until: optionalDay,
        untilTime: optionalTime,
      })
      if ('problems' in read) return read
      const { from, fromTime, until, untilTime } = read.body
      return {
        body: {
          from: { date: from, time: fromTime },
          ...(until !== null && { until: { date: until, time: untilTime } }),
        },
      }
    },
    placeOf: (place) => placesOfOpening[place] ?? place,
    mutation: openEnrolments(excluded.remainingIds),
    onSuccess: ({ changed }, _body, undoAction) => done(props, changed, undoAction),
  })
  return (
    <ManyDialog
      {...{ ...props, excluded, submitting }}
      title="Anmeldung öffnen"
      description="Bei allen angehakten Umzügen. Ohne „bis“ bleibt das Ende, wie es ist."
    >
      <div className="grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-3">
        <FormDate<Opening> name="from" label="Ab" required today={today} />
        <FormInput<Opening> name="fromTime" label="Uhrzeit" inputClassName="tabular-nums" />
        <FormDate<Opening> name="until" label="Bis" today={today} />
        <FormInput<Opening> name="untilTime" label="Uhrzeit" inputClassName="tabular-nums" />
      </div>
      {openNow > 0 && (
        <Alert tone="warn">
          {openNow === 1 ? 'Ein Umzug nimmt' : `${openNow} Umzüge nehmen`} schon Anmeldungen an. Mit
          einem späteren „Ab“ ist die Anmeldung bis dahin geschlossen.
        </Alert>
      )}
    </ManyDialog>
  )
}

type Prices = { priceForAdultsInCent: string; priceForChildrenInCent: string }

function PriceDialog(props: DialogProps) {
  const excluded = useExcludedIds(props.parades.map(({ id }) => id))
  const submitting = useSubmitForm({
    initial: { priceForAdultsInCent: '', priceForChildrenInCent: '' },
    read: (draft: Prices) => {
      const read = readFields(draft, {
        priceForAdultsInCent: optionalEuro,
        priceForChildrenInCent: optionalEuro,
      })
      if ('problems' in read) return read
      const { priceForAdultsInCent: adults, priceForChildrenInCent: children } = read.body
      return {
        body: {
          ...(adults !== null && { priceForAdultsInCent: adults }),
          ...(children !== null && { priceForChildrenInCent: children }),
        },
      }
    },
    mutation: changeParades(excluded.remainingIds),
    onSuccess: ({ changed }, _body, undoAction) => done(props, changed, undoAction),
  })
  return (
    <ManyDialog
      {...{ ...props, excluded, submitting }}
      title="Preis ändern"
      description="Er gilt für neue Anmeldungen. Was leer ist, bleibt, wie es ist."
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <FormEuro<Prices> name="priceForAdultsInCent" label="Preis Erwachsene" />
        <FormEuro<Prices> name="priceForChildrenInCent" label="Preis Kinder" />
      </div>
    </ManyDialog>
  )
}

type Departures = { departures: { time: string; place: string }[] }

function DepartureDialog(props: DialogProps) {
  const excluded = useExcludedIds(props.parades.map(({ id }) => id))
  const submitting = useSubmitForm({
    initial: { departures: [{ time: '', place: '' }] },
    read: (draft: Departures) => readFields(draft, { departures: departuresReader }),
    mutation: changeParades(excluded.remainingIds),
    onSuccess: ({ changed }, _body, undoAction) => done(props, changed, undoAction),
  })
  return (
    <ManyDialog
      {...{ ...props, excluded, submitting }}
      title="Abfahrt ändern"
      description="Sie ersetzt die Abfahrten aller angehakten Umzüge."
    >
      <DepartureRows />
    </ManyDialog>
  )
}

type UndoAction = Parameters<typeof toast>[1]

function done({ clear, onClose }: DialogProps, changed: number, undoAction: UndoAction) {
  toast(changedWords(changed), changed > 0 ? undoAction : null)
  clear()
  onClose()
}

type ManyDialogProps<Draft extends object> = DialogProps & {
  excluded: ReturnType<typeof useExcludedIds>
  submitting: SubmittedForm<Draft>
  title: string
  description: string
  children: React.ReactNode
}

function ManyDialog<Draft extends object>(props: ManyDialogProps<Draft>) {
  const { parades, excluded, submitting, title, description, onClose, children } = props
  return (
    <SubmitDialog
      title={`${title}: ${countOf(parades.length)}`}
      description={description}
      submitting={submitting}
      blocked={isTooMany(parades.length)}
      onClose={onClose}
    >
      <RefusedRowsAlerts
        failure={submitting.failure}
        ids={excluded.remainingIds()}
        pathOf={paths.parade}
        goOn={{
          label: ({ refused }) => (refused === 1 ? 'Ohne diesen' : `Ohne diese ${refused}`),
          busy: submitting.isPending,
          onPress: (others) => {
            excluded.excludeAllBut(others)
            void submitting.submit()
          },
        }}
      />
      {children}
    </SubmitDialog>
  )
}

/** The next Friday, or today when it is a Friday. */
function nextFriday(today: Day): Day {
  const week = Array.from({ length: 7 }, (_, days) => addDays(today, days))
  return week.find((day) => weekday(day) === 'Fr') ?? today
}
