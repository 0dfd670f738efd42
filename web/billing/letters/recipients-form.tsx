import { ChevronLeft, ChevronRight, Eye, Mail, PenLine, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { RangeButton, useRange } from '#web/components/data-table/selection.tsx'
import { Failure } from '#web/components/failure.tsx'
import { RefusedRowsAlerts } from '#web/components/refused-rows.tsx'
import { writeLetters } from '#web/data/billing.ts'
import { cn } from '#web/lib/cn.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { counted } from '#web/lib/german-count.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { matcherOf, searchTextOf } from '#web/lib/word-search.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeClaim, FeeLetter, OwnLetterText } from '#worker/billing/billing.contract.ts'
import type { FeeLetterKind, LetterChannel } from '#worker/domain/codes.ts'
import { type Day, daysBetween, germanDate } from '#worker/domain/dates.ts'
import { textsFor } from '#worker/domain/fee-letter-words.ts'
import type { LetterWay, Occasion } from '#worker/domain/fee-letters.ts'
import { maxLetters } from '#worker/domain/limits.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import { FeeLetterSheet, type LetterSender, type PrintedLetter } from './fee-letter-sheet.tsx'
import { Fold, RecipientGroup } from './recipient-group.tsx'
import {
  channelOf,
  chosenPayerIds,
  chosenPayers,
  type Group,
  groupsOf,
  isAskedAtOnce,
  onlyDueKey,
  type Recipient,
  type Refused,
  recipientsOf,
} from './recipients.ts'

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
/** A list with more recipients can be searched. */
const fewToSearch = 8

/** Chooses the recipients, with the letter of one of them beside the list. */
export function RecipientsForm(props: RecipientsFormProps) {
  const { occasion, year, dueDate, way, dueOn, writer, today, known, onPrint } = props
  const mayWrite = can(useUser(), 'keepTreasury')
  const [onPaper, setOnPaper] = useState<ReadonlySet<number>>(new Set())
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const pressed = useRef<number>(null)
  const range = useRange()
  const [search, setSearch] = useState('')
  const { submit, isPending, failure } = useSubmit(writeLetters, (letters) => {
    const printed = letters.filter(({ channel }) => channel === 'letter')
    toast(writtenWords(letters.length - printed.length, printed.length))
    setChanged(new Map())
    setSearch('')
    if (printed.length > 0) onPrint(printed)
  })
  const all = recipientsOf(occasion, known)
  const chosen = useChosenPayers(all.recipients)
  const isChosen = ({ member }: { member: MemberRow }) => chosen.ids?.has(member.id) ?? true
  const recipients = all.recipients.filter(isChosen)
  const refused = all.refused.filter(isChosen)
  const sending = { way, onPaper }
  const groups = groupsOf(recipients, sending)
  const isFound = matcherOf(search)
  const foundGroups = groups
    .map(({ key, recipients }) => ({
      key,
      recipients: recipients.filter(({ member }) => isFound(searchTextOf([listName(member)]))),
    }))
    .filter((group) => group.recipients.length > 0)
  const reached = reachedIn(groups)
  // At first every recipient is ticked, for a reminder only those who were chosen in the list of fees; never those
  // whom the next file collects or a letter of the last 30 days reminds.
  const isAsked = ({ isCollectedNext, isRecent }: Recipient) => !isCollectedNext && !isRecent
  const isTicked = (one: Recipient) =>
    changed.get(one.member.id) ??
    ((occasion.kind !== 'reminder' || chosen.ids !== null) && isAsked(one))
  const ticked = reached.filter(isTicked)
  const ids = ticked.map(({ member }) => member.id)
  const mails = ticked.filter((one) => channelOf(one, sending) === 'mail').length
  const mayAsk = mayWrite && ids.length > 0 && ids.length <= maxLetters && dueOn !== null
  const [isAsking, setAsking] = useState(chosen.asks && mayAsk)
  // A reload shows the choice without the question.
  const { asks, keep } = chosen
  useEffect(() => {
    if (asks) keep()
  }, [asks, keep])
  const tick = (some: readonly Recipient[], isOn: boolean) =>
    setChanged((before) => {
      const after = new Map(before)
      for (const { member } of some) after.set(member.id, isOn)
      return after
    })
  const tickTo = (one: Recipient, { isOn, isShifted }: { isOn: boolean; isShifted: boolean }) => {
    const found = reachedIn(foundGroups)
    const from = found.findIndex(({ member }) => member.id === pressed.current)
    const to = found.indexOf(one)
    const isRange = (isShifted || range.isOn) && from !== -1
    const passed = found.slice(Math.min(from, to), Math.max(from, to) + 1)
    tick(isRange ? passed.filter((other) => other === one || isAsked(other)) : [one], isOn)
    range.end()
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
  const showPreview = () => {
    setAsking(false)
    // After the dialog has returned the focus.
    setTimeout(() => document.getElementById('preview')?.scrollIntoView({ block: 'center' }))
  }
  const WriteIcon = ids.length === 0 ? PenLine : mails > 0 ? Mail : Printer
  const isShort = dueDate !== null && daysBetween(today, dueDate) < daysOfNotice
  const isFew = recipients.length <= fewRecipients
  // "Alle" ticks members whose fee the next SEPA file collects only when there are no others.
  const found = reachedIn(foundGroups).filter(({ isRecent }) => !isRecent)
  const asked = found.filter(isAsked)
  const toTick = asked.length > 0 ? asked : found
  const isAllTicked = toTick.every(isTicked)
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
            tally={mayWrite ? `${ids.length} von ${reached.length}` : recipients.length}
            actions={
              mayWrite &&
              toTick.length > 0 && (
                <Button
                  variant="ghost"
                  size="sm"
                  onClick={() => tick(isAllTicked ? found : toTick, !isAllTicked)}
                >
                  <span>
                    {isAllTicked ? 'Keine' : 'Alle'}{' '}
                    <span className="max-md:sr-only">auswählen</span>
                  </span>
                </Button>
              )
            }
          />
          {chosen.ids && (
            <p className="flex flex-wrap items-center justify-between gap-x-4 px-6 pb-2 text-muted-foreground max-md:px-4">
              {chosen.onlyDue
                ? 'Nur, wem zuletzt vor 30 Tagen oder früher geschrieben wurde.'
                : 'Nur die Zahler der Beiträge, die Du angehakt hast.'}
              <Button variant="ghost" size="sm" className="-mx-3" onClick={chosen.clear}>
                Alle Zahler zeigen
              </Button>
            </p>
          )}
          {recipients.length > fewToSearch && (
            <div className="px-6 pb-3 max-md:px-4">
              <SearchInput
                placeholder="Suchen"
                aria-label="Suchen"
                autoComplete="off"
                enterKeyHint="search"
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                wrapperClassName="md:max-w-76"
              />
            </div>
          )}
          {recipients.length > 0 && foundGroups.length === 0 && (
            <Empty title="Niemand gefunden" level="h3">
              Zur Suche „{search.trim()}“ passt kein Name.
            </Empty>
          )}
          {recipients.length === 0 && (
            <Empty title="Niemand" level="h3">
              {refused.length > 0 && refused.every(({ isWritten }) => isWritten)
                ? allWrittenWords[occasion.kind]
                : 'Dafür ist gerade nichts offen.'}
            </Empty>
          )}
          {foundGroups.map((group) => (
            <RecipientGroup
              key={`${group.key} ${search !== ''}`}
              group={group}
              isOpenFirst={
                search !== '' ||
                chosen.ids !== null ||
                // Of a reminder single recipients are ticked, so all are in sight.
                ((isFew || occasion.kind === 'reminder') &&
                  (group.key === 'mail' || group.key === 'letter'))
              }
              mayTick={mayWrite}
              isTicked={isTicked}
              onTickAll={(isOn) => tick(group.recipients, isOn)}
              onTick={tickTo}
              channelOf={(one) => channelOf(one, sending)}
              onChannel={way === 'mailElseLetter' ? setChannel : null}
            />
          ))}
          {refused.length > 0 && (
            <RefusedRows refused={refused} isOpenFirst={chosen.ids !== null} />
          )}
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
            <span className="max-md:sr-only">
              {' '}
              ausgewählt{ids.length > 0 && `: ${channelWords(mails, ids.length - mails)}`}
            </span>
          </p>
          {ids.length > 0 && ids.length < reached.length && <RangeButton range={range} />}
          <Button
            variant="primary"
            busy={isPending}
            disabled={!mayAsk}
            onClick={() => setAsking(true)}
          >
            <WriteIcon />
            <span>
              {ids.length > 0 && `${ids.length} `}
              <span className={cn(ids.length > 0 && 'max-md:sr-only')}>
                {nounOf(occasion.kind, ids.length)}
              </span>{' '}
              schreiben
            </span>
          </Button>
        </section>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${lettersInWords(occasion.kind, ids.length)} schreiben?`}
        confirmLabel={confirmWords(mails, ids.length - mails)}
        icon={mails > 0 ? Mail : Printer}
        more={
          <Button
            variant="ghost"
            size="sm"
            className="-mx-3 justify-self-start"
            onClick={showPreview}
          >
            <Eye />
            Vorschau ansehen
          </Button>
        }
        onConfirm={() => {
          setAsking(false)
          send(ids)
        }}
      >
        {channelWords(mails, ids.length - mails)}.
        {mails > 0 && ' Was per E-Mail unterwegs ist, lässt sich nicht zurückholen.'}
        {occasion.kind === 'reminder' && withoutInvoiceWords(ticked)}
      </ConfirmDialog>
    </>
  )
}

const reachedIn = (groups: readonly Group[]): Recipient[] =>
  groups.flatMap(({ key, recipients }) => (key === 'unreached' ? [] : recipients))

/** The payers whose fees were ticked in the list of fees; `ids` is null when the page was opened otherwise. */
function useChosenPayers(recipients: readonly Recipient[]) {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const onlyDue = new URLSearchParams(search).has(onlyDueKey)
  const due = onlyDue ? recipients.filter(({ isDue }) => isDue) : null
  const ids = chosenPayerIds(state) ?? due?.map(({ member }) => member.id)
  const all = new URLSearchParams(search)
  all.delete(onlyDueKey)
  return {
    ids: ids ? new Set(ids) : null,
    onlyDue,
    asks: isAskedAtOnce(state),
    keep: () =>
      void navigate(
        { search },
        { replace: true, state: chosenPayers(ids ?? []), preventScrollReset: true },
      ),
    clear: () =>
      void navigate(
        { search: `?${all}` },
        { replace: true, state: null, preventScrollReset: true },
      ),
  }
}

const kindWords: Record<FeeLetterKind, readonly [one: string, many: string]> = {
  notice: ['Ankündigung', 'Ankündigungen'],
  invoice: ['Rechnung', 'Rechnungen'],
  reminder: ['Erinnerung', 'Erinnerungen'],
}

/** "5 Erinnerungen"; without a recipient "Erinnerungen" */
function lettersInWords(kind: FeeLetterKind, count: number): string {
  const [one, many] = kindWords[kind]
  return count === 0 ? many : counted(count, one, many)
}

const nounOf = (kind: FeeLetterKind, count: number): string => kindWords[kind][count === 1 ? 0 : 1]

/** Says of how many recipients no invoice has named the fees yet; "" when all were invoiced. */
function withoutInvoiceWords(ticked: readonly Recipient[]): string {
  const never = ticked.filter((one) => one.neverInvoiced === one.letter.claims.length).length
  const partly = ticked.filter((one) => one.neverInvoiced > 0).length - never
  const isOne = ticked.length === 1
  return [
    never > 0 &&
      (isOne
        ? ' Eine Rechnung gab es noch nicht.'
        : never === ticked.length
          ? ' Eine Rechnung hat davon noch niemand bekommen.'
          : ` ${counted(never, 'davon hat', 'davon haben')} noch keine Rechnung bekommen.`),
    partly > 0 &&
      ` ${isOne ? 'Es gab' : `Bei ${partly} davon gab es`} noch nicht für jeden Beitrag eine Rechnung.`,
  ]
    .filter(Boolean)
    .join('')
}

/** "3 per E-Mail, 2 als Brief zum Drucken" */
function channelWords(mails: number, printed: number): string {
  return [mails > 0 && `${mails} per E-Mail`, printed > 0 && `${printed} als Brief zum Drucken`]
    .filter(Boolean)
    .join(', ')
}

function confirmWords(mails: number, printed: number): string {
  if (mails === 0) return 'Drucken'
  return printed === 0 ? 'Senden' : 'Senden und drucken'
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

type RefusedRowsProps = { refused: readonly Refused[]; isOpenFirst: boolean }

function RefusedRows({ refused, isOpenFirst }: RefusedRowsProps) {
  return (
    <Fold title="Bekommt keines" tally={refused.length} isOpenFirst={isOpenFirst}>
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
