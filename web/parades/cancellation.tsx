import { CalendarX2, EllipsisVertical, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Fact, Facts } from '#web/components/facts.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { paradeRefundsQuery, type RefundsOfParade } from '#web/data/orders.ts'
import { cancelParade, reinstateParade } from '#web/data/parades.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'

type Act = 'cancel' | 'reinstate'

/** A menu with the cancellation, which is rare and must not be pressed by accident. */
export function CancellationMenu({ parade }: { parade: Parade }) {
  const [open, setOpen] = useState<Act | null>(null)
  const isChosen = useRef(false)
  const act: Act = parade.cancelledAt === null ? 'cancel' : 'reinstate'
  const close = () => setOpen(null)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="icon" aria-label="Weitere Aktionen" className="max-md:flex-none!">
            <EllipsisVertical />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          // Runs after the menu has returned the focus, so that the dialog knows where to return it to.
          onCloseAutoFocus={() => {
            if (isChosen.current) setOpen(act)
            isChosen.current = false
          }}
        >
          <DropdownMenuItem
            onSelect={() => {
              isChosen.current = true
            }}
          >
            {act === 'cancel' ? (
              <>
                <CalendarX2 aria-hidden="true" />
                Umzug absagen …
              </>
            ) : (
              <>
                <Undo2 aria-hidden="true" />
                Absage zurücknehmen …
              </>
            )}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {open === 'cancel' && <CancelDialog parade={parade} onClose={close} />}
      {open === 'reinstate' && <ReinstateDialog parade={parade} onClose={close} />}
    </>
  )
}

type CancelDialogProps = { parade: Parade; onClose: () => void }

/** Asks for the reason and shows the consequences. The button is enabled once their numbers are loaded. */
function CancelDialog({ parade, onClose }: CancelDialogProps) {
  const refunds = useQueryOnce(paradeRefundsQuery(parade.id))
  const submitting = useSubmitForm({
    initial: { reason: '' },
    read: ({ reason }: { reason: string }) => ({ body: { reason } }),
    mutation: cancelParade(parade.id),
    onSuccess: () => {
      toast('Der Umzug ist abgesagt. Oben geht es zu „Gebühren erstatten“.', {
        undo: reinstateParade(parade.id),
        done: 'Der Umzug findet statt.',
      })
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Umzug absagen?"
      description={`„${parade.title}“ am ${germanDateWithWeekday(parade.date)} findet nicht statt. Niemand wird mehr angemeldet oder bestätigt.`}
      submitting={submitting}
      confirmLabel="Umzug absagen"
      blocked={!refunds.data}
      onClose={onClose}
    >
      <FormInput<{ reason: string }>
        name="reason"
        label="Grund"
        help="Steht in der E-Mail. Darf leer bleiben."
      />
      <QuerySection query={refunds} waiting={<EffectsSkeleton />}>
        {(known) => <EffectsList effects={effectsOfCancelling(known, parade.registrationCount)} />}
      </QuerySection>
    </SubmitDialog>
  )
}

type ReinstateDialogProps = { parade: Parade; onClose: () => void }

function ReinstateDialog({ parade, onClose }: ReinstateDialogProps) {
  const refunds = useQueryOnce(paradeRefundsQuery(parade.id))
  const { submit, isPending, failure } = useSubmit(reinstateParade(parade.id), () => {
    toast('Der Umzug findet statt.')
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Absage zurücknehmen?"
      confirmLabel="Absage zurücknehmen"
      busy={isPending}
      isReady={refunds.data !== undefined}
      failure={failure}
      onConfirm={() => void submit()}
      more={
        <QuerySection query={refunds} waiting={<EffectsSkeleton />}>
          {(known) => (
            <EffectsList effects={effectsOfReinstating(known, parade.registrationCount)} />
          )}
        </QuerySection>
      }
    >
      „{parade.title}“ am {germanDateWithWeekday(parade.date)} findet dann doch statt. Der Zeitraum
      der Anmeldung ist derselbe wie vorher.
    </ConfirmDialog>
  )
}

function EffectsList({ effects }: { effects: readonly Effect[] }) {
  if (effects.length === 0) return <p>Niemand ist angemeldet.</p>
  return (
    <Facts>
      {effects.map(({ label, text }) => (
        <Fact key={label} label={label}>
          {text}
        </Fact>
      ))}
    </Facts>
  )
}

function EffectsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-3">
        {[72, 88, 80, 64].map((width) => (
          <Skeleton key={width} width={`${width}%`} />
        ))}
      </div>
    </Loading>
  )
}

/** A consequence for some of the people, with their number. */
type Effect = { label: string; text: string }

type Place = RefundsOfParade['places'][number]

/** The consequences of cancelling a parade; `booked` is the number of enrolments. */
function effectsOfCancelling(refunds: RefundsOfParade, booked: number): Effect[] {
  const { places, unpaidCount, openPaymentCount, confirmedCount } = refunds
  const { mailCount, withoutAddressCount } = refunds
  const online = places.filter(({ paid, refund }) => paid === 'online' && refund === null)
  const cash = places.filter(({ paid, cashReturnedAt }) => paid === 'cash' && !cashReturnedAt)
  return [
    effect(booked, 'Angemeldet', `${people(booked)}. Alle bleiben in der Liste.`),
    effect(online.length, 'Online bezahlt', `${withSum(online)}. Erstatten kannst Du danach.`),
    effect(cash.length, 'Bar bezahlt', `${withSum(cash)}. Das gibst Du von Hand zurück.`),
    effect(unpaidCount, 'Nicht bezahlt', `${people(unpaidCount)}.`),
    effect(
      openPaymentCount,
      'Offene Zahlungen',
      openPaymentCount === 1
        ? '1 Platz: sie wird beendet.'
        : `${openPaymentCount} Plätze: sie werden beendet.`,
    ),
    effect(
      confirmedCount,
      'Schon bestätigt',
      `${people(confirmedCount)}. Das bleibt so und zählt als Sprung.`,
    ),
    effect(
      booked,
      'E-Mails',
      mailCount === 1
        ? '1 E-Mail sagt die Absage weiter.'
        : `${mailCount} E-Mails sagen die Absage weiter.`,
    ),
    effect(
      withoutAddressCount,
      'Ohne E-Mail Adresse',
      `${people(withoutAddressCount)}. Sag ${withoutAddressCount === 1 ? 'ihr' : 'ihnen'} selbst Bescheid.`,
    ),
  ].filter((one) => one !== null)
}

/** The consequences of reinstating a parade; refunded people owe the fee again. */
function effectsOfReinstating({ places, mailCount }: RefundsOfParade, booked: number): Effect[] {
  const isBooked = ({ state }: Place) => state === 'booked'
  const back = places.filter(
    (place) => isBooked(place) && (place.refund !== null || place.cashReturnedAt !== null),
  )
  const pending = places.filter(({ refund }) => refund === 'pending').length
  return [
    effect(booked, 'Angemeldet', `${people(booked)}, wie vor der Absage.`),
    effect(back.length, 'Geld zurück', `${withSum(back)}. Vor Ort ist wieder zu bezahlen.`),
    effect(
      pending,
      'Erstattung läuft',
      pending === 1
        ? '1 Erstattung geht trotzdem hinaus.'
        : `${pending} Erstattungen gehen trotzdem hinaus.`,
    ),
    effect(mailCount, 'E-Mails', 'Wer von der Absage hörte, bekommt eine E-Mail.'),
  ].filter((one) => one !== null)
}

function effect(count: number, label: string, text: string): Effect | null {
  return count > 0 ? { label, text } : null
}

function people(count: number): string {
  return count === 1 ? '1 Person' : `${count} Personen`
}

function withSum(places: readonly Place[]): string {
  const sum = sumOfPrices(places)
  return `${people(places.length)}, ${germanEuro(sum)}`
}
