import { ChevronLeft, ChevronRight, Mail, Printer } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { RefusedRowsAlerts } from '#web/components/refused-rows.tsx'
import { writeLetters } from '#web/data/billing.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeClaim, FeeLetter, OwnLetterText } from '#worker/billing/billing.contract.ts'
import type { FeeLetterKind, LetterChannel } from '#worker/domain/codes.ts'
import { type Day, daysBetween, germanDate } from '#worker/domain/dates.ts'
import { textsFor } from '#worker/domain/fee-letter-words.ts'
import type { LetterWay, Occasion } from '#worker/domain/fee-letters.ts'
import { maxLetters } from '#worker/domain/limits.ts'
import { fullName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { FeeLetterSheet, type LetterSender, type PrintedLetter } from './fee-letter-sheet.tsx'
import { Fold, RecipientGroup } from './recipient-group.tsx'
import { channelOf, groupsOf, type Recipient, type Refused, recipientsOf } from './recipients.ts'

type RecipientsFormProps = {
  occasion: Occasion
  year: number
  /** The day of the debit, for a notice only. */
  dueDate: Day | null
  way: LetterWay
  /** null while the field holds no day. */
  dueOn: Day | null
  writer: LetterSender
  today: Day
  known: {
    claims: readonly FeeClaim[]
    letters: readonly FeeLetter[]
    members: readonly MemberRow[]
    texts: readonly OwnLetterText[]
  }
  onPrint: (letters: readonly PrintedLetter[]) => void
}

/** The usual term of a debit's pre-notification; a shorter one needs an agreement. */
const daysOfNotice = 14
/** Lists with more recipients start folded. */
const fewRecipients = 30
/** More mails than this are sent only after a question, since mails cannot be recalled. */
const fewMails = 10

/** Chooses the recipients, with the letter of one of them beside the list. */
export function RecipientsForm(props: RecipientsFormProps) {
  const { occasion, year, dueDate, way, dueOn, writer, today, known, onPrint } = props
  const mayWrite = can(useUser(), 'keepTreasury')
  const [onPaper, setOnPaper] = useState<ReadonlySet<number>>(new Set())
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [isAsking, setAsking] = useState(false)
  const pressed = useRef<number>(null)
  const { submit, isPending, failure } = useSubmit(writeLetters, (letters) => {
    const printed = letters.filter(({ channel }) => channel === 'letter')
    toast(writtenWords(letters.length - printed.length, printed.length))
    setChanged(new Map())
    if (printed.length > 0) onPrint(printed)
  })
  const { recipients, refused } = recipientsOf(occasion, known)
  const sending = { way, onPaper }
  const groups = groupsOf(recipients, sending)
  const reached = groups.flatMap((group) => (group.key === 'unreached' ? [] : group.recipients))
  // At first no recipient is ticked for a reminder, and every one for an invoice or a notice.
  const isTicked = ({ member, isCollectedNext }: Recipient) =>
    changed.get(member.id) ?? (occasion.kind !== 'reminder' && !isCollectedNext)
  const ticked = reached.filter(isTicked)
  const ids = ticked.map(({ member }) => member.id)
  const mails = ticked.filter((one) => channelOf(one, sending) === 'mail').length
  const tick = (some: readonly Recipient[], isOn: boolean) =>
    setChanged((before) => {
      const after = new Map(before)
      for (const { member } of some) after.set(member.id, isOn)
      return after
    })
  const tickTo = (one: Recipient, { isOn, isShifted }: { isOn: boolean; isShifted: boolean }) => {
    const from = reached.findIndex(({ member }) => member.id === pressed.current)
    const to = reached.indexOf(one)
    const isRange = isShifted && from !== -1
    tick(isRange ? reached.slice(Math.min(from, to), Math.max(from, to) + 1) : [one], isOn)
    pressed.current = one.member.id
  }
  const setChannel = ({ member }: Recipient, channel: LetterChannel) => {
    const after = new Set(onPaper)
    if (channel === 'letter') after.add(member.id)
    else after.delete(member.id)
    setOnPaper(after)
  }
  const send = (payerIds: readonly number[]) => {
    if (dueOn === null) return
    const runId = occasion.kind === 'notice' ? { runId: occasion.runId } : {}
    const paper = payerIds.filter((id) => onPaper.has(id))
    void submit({
      kind: occasion.kind,
      year,
      ...runId,
      payerIds: [...payerIds],
      channel: way,
      ...(way === 'mailElseLetter' && paper.length > 0 && { onPaper: paper }),
      dueOn,
    })
  }
  const isShort = dueDate !== null && daysBetween(today, dueDate) < daysOfNotice
  const isFew = recipients.length <= fewRecipients
  // "Alle" ticks members whose fee the next SEPA file collects only when there are no others.
  const asked = reached.filter(({ isCollectedNext }) => !isCollectedNext)
  const all = asked.length > 0 ? asked : reached
  const isAllTicked = all.every(isTicked)
  return (
    <>
      {isShort && (
        <Alert tone="warn" title="Weniger als 14 Tage bis zum Einzug">
          Der Einzug ist am {germanDate(dueDate)}. Üblich sind 14 Tage vorher, wenn nichts anderes
          vereinbart ist.
        </Alert>
      )}
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,28rem)]">
        <Card bleed aria-labelledby="recipients">
          <CardHead
            id="recipients"
            title="Wer ein Schreiben bekommt"
            tally={recipients.length}
            actions={
              mayWrite &&
              reached.length > 0 && (
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => tick(isAllTicked ? reached : all, !isAllTicked)}
                >
                  <span>
                    {isAllTicked ? 'Keine' : 'Alle'}{' '}
                    <span className="max-md:sr-only">auswählen</span>
                  </span>
                </Button>
              )
            }
          />
          {recipients.length === 0 && (
            <Empty title="Niemand" level="h3">
              {refused.length > 0 && refused.every(({ isWritten }) => isWritten)
                ? allWrittenWords[occasion.kind]
                : 'Dafür ist gerade nichts offen.'}
            </Empty>
          )}
          {groups.map((group) => (
            <RecipientGroup
              key={group.key}
              group={group}
              isOpenFirst={isFew && (group.key === 'mail' || group.key === 'letter')}
              mayTick={mayWrite}
              isTicked={isTicked}
              onTickAll={(isOn) => tick(group.recipients, isOn)}
              onTick={tickTo}
              onChannel={way === 'mailElseLetter' ? setChannel : null}
            />
          ))}
          {refused.length > 0 && <RefusedRows refused={refused} />}
        </Card>
        {dueOn !== null && (
          <Preview
            recipients={ticked.length > 0 ? ticked : reached}
            letterOf={(one) =>
              previewOf(one, props, { channel: channelOf(one, sending) ?? 'letter', dueOn })
            }
            writer={writer}
          />
        )}
      </div>
      {mayWrite && failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
      {mayWrite && (
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
      )}
      {mayWrite && reached.length > 0 && (
        <section
          aria-label="Ausgewählt"
          data-slot="act-bar"
          className="stuck-bottom z-10 flex items-center justify-end gap-4 rounded-xl border bg-card px-6 py-3 shadow-md max-md:-mx-4 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:rounded-none max-md:border-x-0 max-md:px-4 max-md:py-2 print:hidden"
        >
          <p role="status" className="flex-1 whitespace-nowrap font-[650] tabular-nums">
            {ids.length} von {reached.length}
            <span className="max-md:sr-only"> ausgewählt</span>
          </p>
          <Button
            variant="primary"
            busy={isPending}
            disabled={ids.length === 0 || ids.length > maxLetters || dueOn === null}
            onClick={() => (mails > fewMails ? setAsking(true) : send(ids))}
          >
            {mails > 0 ? <Mail /> : <Printer />}
            {actWords(mails, ids.length - mails)}
          </Button>
        </section>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${counted(mails, 'E-Mail', 'E-Mails')} senden?`}
        confirmLabel="Senden"
        icon={Mail}
        onConfirm={() => {
          setAsking(false)
          send(ids)
        }}
      >
        {ids.length > mails && `${ids.length - mails} werden gedruckt. `}
        Was unterwegs ist, lässt sich nicht zurückholen.
      </ConfirmDialog>
    </>
  )
}

/** The button's label: how many letters are mailed, how many printed. */
function actWords(mails: number, printed: number): string {
  if (mails === 0) return `${printed} drucken und vermerken`
  if (printed === 0) return `${mails} per E-Mail senden`
  return `${mails} per E-Mail senden, ${printed} drucken`
}

function writtenWords(mails: number, printed: number): string {
  return [
    mails > 0 && counted(mails, 'E-Mail ist unterwegs', 'E-Mails sind unterwegs'),
    printed > 0 && `${counted(printed, 'Schreiben', 'Schreiben')} vermerkt`,
  ]
    .filter(Boolean)
    .join(', ')
}

const allWrittenWords: Record<FeeLetterKind, string> = {
  notice: 'Alle haben es schon.',
  invoice: 'Alle haben es schon.',
  reminder: 'Bei allen läuft noch die Frist des letzten Schreibens.',
}

function RefusedRows({ refused }: { refused: readonly Refused[] }) {
  return (
    <Fold title="Bekommt keines" tally={refused.length} isOpenFirst={false}>
      {() => (
        <ul className="grid gap-1 px-6 pb-4 max-md:px-4">
          {refused.map(({ member, problem }) => (
            <li key={member.id} className="wrap-anywhere">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </Fold>
  )
}

type PreviewProps = {
  recipients: readonly Recipient[]
  letterOf: (one: Recipient) => PrintedLetter
  writer: LetterSender
}

/** One letter as it will be written, with buttons to the others. */
function Preview({ recipients, letterOf, writer }: PreviewProps) {
  const [index, setIndex] = useState(0)
  const at = Math.min(index, recipients.length - 1)
  const shown = recipients[at]
  if (!shown) return null
  return (
    <section aria-labelledby="preview" className="lg:sticky lg:top-24 print:hidden">
      <div className="mb-2 flex min-h-10 items-center gap-2">
        <h2 id="preview" className="flex-1">
          Vorschau{' '}
          <span className="font-normal font-sans text-muted-foreground text-sm">
            {fullName(shown.member)}
          </span>
        </h2>
        {recipients.length > 1 && (
          <span className="flex items-center gap-1 text-muted-foreground text-sm tabular-nums">
            {at + 1} von {recipients.length}
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Voriges Schreiben"
              disabled={at === 0}
              onClick={() => setIndex(at - 1)}
            >
              <ChevronLeft />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label="Nächstes Schreiben"
              disabled={at === recipients.length - 1}
              onClick={() => setIndex(at + 1)}
            >
              <ChevronRight />
            </Button>
          </span>
        )}
      </div>
      <div className="overflow-hidden rounded-lg border shadow-sm">
        <FeeLetterSheet letter={letterOf(shown)} writer={writer} />
      </div>
    </section>
  )
}

/** The letter as it would be written now; only the server knows account and mandate of a notice. */
function previewOf(
  { member, claims, letter }: Recipient,
  { occasion, today, known }: Pick<RecipientsFormProps, 'occasion' | 'today' | 'known'>,
  { channel, dueOn }: { channel: LetterChannel; dueOn: Day },
): PrintedLetter {
  const runId = occasion.kind === 'notice' ? occasion.runId : null
  const bookings = claims.flatMap((claim) => claim.bookings)
  const openClaims = letter.claims.flatMap(({ claimId, openInCent }) => {
    const claim = claims.find(({ id }) => id === claimId)
    return claim ? [{ claimId, year: claim.year, member: claim.member, openInCent }] : []
  })
  return {
    kind: occasion.kind,
    step: letter.step,
    year: letter.year,
    runId,
    channel,
    dueOn,
    createdAt: `${today}T12:00:00.000Z`,
    payer: member,
    claims: openClaims,
    ...textsFor({ kind: occasion.kind, step: letter.step, payer: member }, known.texts),
    mandateId:
      runId === null ? null : (bookings.find((one) => one.runId === runId)?.mandateId ?? null),
    ibanEnd:
      runId === null ? null : (claims[0]?.payerIban?.slice(-4) ?? claims[0]?.payerIbanTail ?? null),
  }
}
