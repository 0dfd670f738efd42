import { Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Failure } from '#web/components/failure.tsx'
import { RefusedRowsAlerts } from '#web/components/refused-rows.tsx'
import { writeLetters } from '#web/data/billing.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { useUser } from '#web/lib/session.ts'
import type { TypedDay } from '#web/lib/typed-day.ts'
import { unreadableDay } from '#web/lib/typed-day.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeClaim, FeeLetter } from '#worker/billing/billing.contract.ts'
import type { FeeLetterKind, LetterChannel } from '#worker/domain/codes.ts'
import { addDays, type Day, daysBetween, germanDate } from '#worker/domain/dates.ts'
import type { Occasion } from '#worker/domain/fee-letters.ts'
import { maxLetters } from '#worker/domain/limits.ts'
import { can } from '#worker/domain/rights.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { FeeLetterSheet, type LetterSender, type PrintedLetter } from './fee-letter-sheet.tsx'
import {
  hasAddressFor,
  type Recipient,
  RecipientsTable,
  recipientsOf,
} from './recipients-table.tsx'

type RecipientsFormProps = {
  occasion: Occasion
  year: number
  dueDate: Day | null
  writer: LetterSender
  today: Day
  known: {
    claims: readonly FeeClaim[]
    letters: readonly FeeLetter[]
    members: readonly MemberRow[]
  }
  onPrint: (letters: readonly PrintedLetter[]) => void
}

/** The proposed term of payment. */
const daysToPay = 14
/** The usual term of a debit's pre-notification; a shorter one needs an agreement. */
const daysOfNotice = 14

/** Chooses recipients and channel, with a preview of the first letter beside it. */
export function RecipientsForm(props: RecipientsFormProps) {
  const { occasion, year, dueDate, writer, today, known, onPrint } = props
  const mayWrite = can(useUser(), 'keepTreasury')
  const [channel, setChannel] = useState<LetterChannel>('letter')
  const [chosenDay, setDay] = useState<TypedDay>(addDays(today, daysToPay))
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const { submit, isPending, failure } = useSubmit(writeLetters, (letters, { channel: way }) => {
    const count = letters.length
    if (way === 'letter') {
      toast(`${counted(count, 'Schreiben', 'Schreiben')} vermerkt`)
      onPrint(letters)
    } else toast(`${counted(count, 'E-Mail ist', 'E-Mails sind')} unterwegs`)
  })
  const dueOn = dueDate ?? (chosenDay === unreadableDay ? null : chosenDay)
  const all = recipientsOf(occasion, known)
  const possible = all.filter(({ letter }) => letter !== null)
  const refused = all.filter(({ letter }) => letter === null)
  const isTicked = (one: Recipient) =>
    hasAddressFor(one, channel) && (changed.get(one.member.id) ?? !one.isCollectedNext)
  const ticked = possible.filter(isTicked)
  const ids = ticked.map(({ member }) => member.id)
  const send = (payerIds: readonly number[]) => {
    if (dueOn === null) return
    const runId = occasion.kind === 'notice' ? { runId: occasion.runId } : {}
    void submit({ kind: occasion.kind, year, ...runId, payerIds: [...payerIds], channel, dueOn })
  }
  const [first] = ticked
  const isShort = dueDate !== null && daysBetween(today, dueDate) < daysOfNotice
  return (
    <>
      {isShort && (
        <Alert tone="warn" title="Weniger als 14 Tage bis zum Einzug">
          Der Einzug ist am {germanDate(dueDate)}. Üblich sind 14 Tage vorher, wenn nichts anderes
          vereinbart ist.
        </Alert>
      )}
      <Card bleed aria-labelledby="recipients">
        <CardHead id="recipients" title="Wer ein Schreiben bekommt" tally={possible.length} />
        {possible.length === 0 ? (
          <Empty title="Niemand" level="h3">
            {refused.length > 0 && refused.every(({ isWritten }) => isWritten)
              ? allWrittenWords[occasion.kind]
              : 'Dafür ist gerade nichts offen.'}
          </Empty>
        ) : (
          <>
            <CardBody className="grid gap-4 md:grid-cols-2">
              <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
                <legend className="mb-1 font-semibold">Auf welchem Weg</legend>
                <Radio
                  name="channel"
                  checked={channel === 'letter'}
                  onChange={() => setChannel('letter')}
                >
                  Gedruckt
                </Radio>
                <Radio
                  name="channel"
                  checked={channel === 'mail'}
                  onChange={() => setChannel('mail')}
                >
                  Per E-Mail
                </Radio>
              </fieldset>
              {dueDate === null && (
                <DateField
                  label="Zu zahlen bis"
                  value={chosenDay}
                  onChange={setDay}
                  today={today}
                  error={failure?.error?.fields?.dueOn}
                />
              )}
            </CardBody>
            <RecipientsTable
              recipients={possible}
              channel={channel}
              isTicked={isTicked}
              mayTick={mayWrite}
              onTickAll={(isOn) =>
                setChanged(new Map(possible.map(({ member }) => [member.id, isOn])))
              }
              onTick={(id, isOn) => setChanged((before) => new Map([...before, [id, isOn]]))}
            />
            {mayWrite && (
              <CardBody className="grid justify-items-end gap-3">
                {failure && (
                  <Failure
                    failure={failure}
                    detail={detailOf(failure)}
                    focusOnMount
                    className="w-full"
                  />
                )}
                <div className="w-full">
                  <RefusedRowsAlerts
                    failure={failure}
                    ids={ids}
                    most={maxLetters}
                    pathOf={paths.member}
                    goOn={{
                      label: ({ others }) => `Nur die anderen ${others}`,
                      busy: isPending,
                      onPress: send,
                    }}
                  />
                </div>
                <Button
                  variant="primary"
                  busy={isPending}
                  disabled={ids.length === 0 || ids.length > maxLetters || dueOn === null}
                  onClick={() => (channel === 'mail' ? setAsking(true) : send(ids))}
                >
                  {channel === 'letter' ? <Printer /> : <Mail />}
                  {channel === 'letter'
                    ? `${ids.length} drucken und vermerken`
                    : `${ids.length} per E-Mail senden`}
                </Button>
              </CardBody>
            )}
          </>
        )}
      </Card>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${counted(ids.length, 'E-Mail', 'E-Mails')} senden?`}
        confirmLabel="Senden"
        icon={Mail}
        onConfirm={() => {
          setAsking(false)
          send(ids)
        }}
      >
        Was unterwegs ist, lässt sich nicht zurückholen.
      </ConfirmDialog>
      {refused.length > 0 && <RefusedCard refused={refused} />}
      {first && dueOn !== null && (
        <section aria-labelledby="preview" className="print:hidden">
          <h2 id="preview" className="mb-3">
            Vorschau
          </h2>
          <div className="max-w-[48rem]">
            <FeeLetterSheet letter={previewOf(first, props, { channel, dueOn })} writer={writer} />
          </div>
        </section>
      )}
    </>
  )
}

const allWrittenWords: Record<FeeLetterKind, string> = {
  notice: 'Alle haben es schon.',
  invoice: 'Alle haben es schon.',
  reminder: 'Bei allen läuft noch die Frist des letzten Schreibens.',
}

function RefusedCard({ refused }: { refused: readonly Recipient[] }) {
  return (
    <Card bleed aria-labelledby="refused" className="print:hidden">
      <CardHead id="refused" title="Wer keines bekommt" tally={refused.length} />
      <CardBody>
        <ul className="grid gap-1">
          {refused.map(({ member, problem }) => (
            <li key={member.id} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

type Way = { channel: LetterChannel; dueOn: Day }

/** The letter as it would be written now; only the server knows account and mandate of a notice. */
function previewOf(
  { member, claims, letter }: Recipient,
  { occasion, today }: Pick<RecipientsFormProps, 'occasion' | 'today'>,
  { channel, dueOn }: Way,
): PrintedLetter {
  const runId = occasion.kind === 'notice' ? occasion.runId : null
  const bookings = claims.flatMap((claim) => claim.bookings)
  const openClaims = letter?.claims.flatMap(({ claimId, openInCent }) => {
    const claim = claims.find(({ id }) => id === claimId)
    return claim ? [{ claimId, year: claim.year, member: claim.member, openInCent }] : []
  })
  return {
    kind: occasion.kind,
    step: letter?.step ?? 0,
    year: letter?.year ?? 0,
    runId,
    channel,
    dueOn,
    createdAt: `${today}T12:00:00.000Z`,
    payer: member,
    claims: openClaims ?? [],
    mandateId:
      runId === null ? null : (bookings.find((one) => one.runId === runId)?.mandateId ?? null),
    ibanEnd:
      runId === null ? null : (claims[0]?.payerIban?.slice(-4) ?? claims[0]?.payerIbanTail ?? null),
  }
}
