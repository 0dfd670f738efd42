import { useQuery } from '@tanstack/react-query'
import { Printer, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { FoldCard } from '#web/components/fold-card.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { lettersQuery, voidLetters } from '#web/data/billing.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import {
  ActionsCell,
  ActionsHead,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { FeeLetter } from '#worker/billing/billing.contract.ts'
import type { LetterTextKind } from '#worker/domain/codes.ts'
import { germanDate, germanInstant } from '#worker/domain/dates.ts'
import { letterTextKindOf, sumOf } from '#worker/domain/fee-letter-words.ts'
import { feeLetterTitle } from '#worker/domain/fee-letters.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { can } from '#worker/domain/rights.ts'
import { deliveryText, letterDate } from './letter-words.ts'

type Printing = { onPrint: (letters: readonly FeeLetter[]) => void }
/** null for users who may only read. */
type Voiding = { onVoid: ((letters: readonly FeeLetter[]) => void) | null }

const firstFew = 20

/** The letters so far, newest first. Each can be reprinted unchanged, or voided if it was never sent. */
export function WrittenCard({ onPrint }: Printing) {
  const letters = useQuery(lettersQuery)
  const [isOpen, setOpen] = useState(false)
  const [unsent, setUnsent] = useState<readonly FeeLetter[]>([])
  const onVoid = can(useUser(), 'keepTreasury') ? setUnsent : null
  return (
    <QuerySection query={letters} waiting={<PageSpinner />}>
      {(all) =>
        all.length > 0 && (
          <FoldCard title="Geschrieben" tally={all.length} note={newestWords(all)}>
            <div className="-mx-6 max-md:-mx-4">
              <Rounds letters={all} onPrint={onPrint} onVoid={onVoid} />
              <Table size="sm" aria-label="Geschrieben">
                <TableHead>
                  <TableRow>
                    <TableHeadCell>Name</TableHeadCell>
                    <TableHeadCell>Schreiben</TableHeadCell>
                    <TableHeadCell numeric>Summe</TableHeadCell>
                    <TableHeadCell>Weg</TableHeadCell>
                    <ActionsHead />
                  </TableRow>
                </TableHead>
                <TableBody>
                  {(isOpen ? all : all.slice(0, firstFew)).map((letter) => (
                    <WrittenRow key={letter.id} letter={letter} onPrint={onPrint} onVoid={onVoid} />
                  ))}
                </TableBody>
              </Table>
              {!isOpen && all.length > firstFew && (
                <div className="border-t px-6 py-2 max-md:px-4">
                  <Button variant="ghost" size="sm" className="-ml-3" onClick={() => setOpen(true)}>
                    Alle {all.length} zeigen
                  </Button>
                </div>
              )}
            </div>
            {unsent.length > 0 && <VoidDialog letters={unsent} onClose={() => setUnsent([])} />}
          </FoldCard>
        )
      }
    </QuerySection>
  )
}

/** "Zuletzt 12 Rechnungen am 03.12.2026" */
function newestWords(letters: Letters): string {
  const counting = letters.filter(({ voidedAt }) => voidedAt === null)
  const [newest] = counting
  if (!newest) return ''
  const { kind, createdAt } = newest
  const round = counting.filter((one) => one.kind === kind && one.createdAt === createdAt)
  const what = round.length === 1 ? feeLetterTitle(newest) : kindWords(round)
  return `Zuletzt ${round.length} ${what} am ${letterDate(newest)}`
}

const newestRounds = 3

/** Letters written together are voided together, or reprinted in their order: those on paper and failed mails. */
function Rounds({ letters, onPrint, onVoid }: Printing & Voiding & { letters: Letters }) {
  const counting = letters.filter(({ voidedAt }) => voidedAt === null)
  const rounds = [
    ...Map.groupBy(counting, ({ kind, createdAt }) => `${kind} ${createdAt}`).values(),
  ]
    .filter(({ length }) => length > 1)
    .slice(0, newestRounds)
  if (rounds.length === 0) return null
  return (
    <ul className="grid justify-items-start px-6 pb-2 max-md:px-4 print:hidden">
      {rounds.map((round) => (
        <li key={round[0]?.id} className="flex flex-wrap items-center gap-x-2">
          <span className="py-1.5">
            {roundWords(round)}, {channelWords(round)}
          </span>
          <PrintAgain letters={round.filter(isForPaper)} of={round} onPrint={onPrint} />
          {onVoid && round.every(isVoidable) && (
            <Button
              variant="ghost"
              size="sm"
              aria-label={`${roundWords(round)}: alle ${round.length} zurücknehmen`}
              onClick={() => onVoid(round)}
            >
              <Undo2 />
              Alle {round.length} zurücknehmen
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

type PrintAgainProps = Printing & { letters: Letters; of: Letters }

function PrintAgain({ letters, of: round, onPrint }: PrintAgainProps) {
  if (letters.length === 0) return null
  const words = letters.length === 1 ? 'Den Brief' : `Die ${letters.length} Briefe`
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${roundWords(round)}: ${words} noch einmal drucken`}
      onClick={() => onPrint(letters.toReversed())}
    >
      <Printer />
      {words} noch einmal drucken
    </Button>
  )
}

type Letters = readonly FeeLetter[]

/** "Rechnungen vom 03.12.2026, 14:05 Uhr" */
function roundWords(round: Letters): string {
  const [first] = round
  return first ? `${kindWords(round)} vom ${germanInstant(first.createdAt)}` : ''
}

/** "2 als Brief, 3 per E-Mail" */
function channelWords(round: Letters): string {
  const printed = round.filter(({ channel }) => channel === 'letter').length
  const mails = round.length - printed
  return [printed > 0 && `${printed} als Brief`, mails > 0 && `${mails} per E-Mail`]
    .filter(Boolean)
    .join(', ')
}

const isForPaper = ({ channel, mailState }: FeeLetter) =>
  channel === 'letter' || mailState === 'failed'

/** What letters written together are called; reminders may be of different steps. */
function kindWords(round: Letters): string {
  const [kind, another] = new Set(round.map(letterTextKindOf))
  return another || !kind ? 'Erinnerungen und Mahnungen' : kindLabels[kind]
}

const kindLabels: Record<LetterTextKind, string> = {
  notice: 'Ankündigungen',
  invoice: 'Rechnungen',
  reminder: 'Erinnerungen',
  dunning: 'Mahnungen',
  lastDunning: 'Letzte Mahnungen',
}

/** Whether the letter can be voided: a mail is already sent and cannot. */
const isVoidable = ({ channel, voidedAt }: FeeLetter) => channel === 'letter' && voidedAt === null

type WrittenRowProps = Printing & Voiding & { letter: FeeLetter }

function WrittenRow({ letter, onPrint, onVoid }: WrittenRowProps) {
  const title = `${feeLetterTitle(letter)} ${letter.year}`
  const { voidedAt } = letter
  const look = voidedAt === null ? '' : 'line-through text-muted-foreground'
  return (
    <TableRow>
      <TableCell at="first">
        <RowLink to={paths.member(letter.payer.id)}>{listName(letter.payer)}</RowLink>
      </TableCell>
      <TableCell at="second" className={look}>
        {title}, {letterDate(letter)}, fällig {germanDate(letter.dueOn)}
      </TableCell>
      <TableCell numeric at="right" className={look}>
        {germanEuro(sumOf(letter))}
      </TableCell>
      <TableCell at="below" before="Weg">
        {voidedAt === null
          ? deliveryText(letter)
          : `Zurückgenommen am ${letterDate({ createdAt: voidedAt })}`}
      </TableCell>
      <ActionsCell className="max-md:[grid-area:auto/1/auto/-1]!">
        {voidedAt === null && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${title} an ${listName(letter.payer)} noch einmal drucken`}
            onClick={() => onPrint([letter])}
          >
            <Printer />
            Drucken
          </Button>
        )}
        {onVoid && isVoidable(letter) && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`${title} an ${listName(letter.payer)} zurücknehmen`}
            onClick={() => onVoid([letter])}
          >
            <Undo2 />
            Zurücknehmen
          </Button>
        )}
      </ActionsCell>
    </TableRow>
  )
}

type VoidDialogProps = { letters: Letters; onClose: () => void }

/** Asks whether printed letters are withdrawn that were never sent; later letters then ignore them. */
function VoidDialog({ letters, onClose }: VoidDialogProps) {
  const ids = letters.map(({ id }) => id)
  const { submit, isPending, failure } = useSubmit(voidLetters, () => {
    const { mutationFn, meta } = voidLetters
    toast(`${letters.length} Schreiben zurückgenommen`, {
      undo: { mutationFn: () => mutationFn({ ids, voided: false }), meta },
      done: letters.length === 1 ? 'Das Schreiben gilt wieder.' : 'Die Schreiben gelten wieder.',
    })
    onClose()
  })
  const [first] = letters
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${letters.length} Schreiben zurücknehmen?`}
      tone="primary"
      confirmLabel="Zurücknehmen"
      icon={Undo2}
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit({ ids, voided: true })}
    >
      {first && letters.length === 1
        ? `${feeLetterTitle(first)} ${first.year} an ${listName(first.payer)} gilt dann als nicht verschickt.`
        : 'Sie gelten dann als nicht verschickt.'}{' '}
      Nimm nur zurück, was niemand bekommen hat. Es lässt sich danach neu schreiben.
    </ConfirmDialog>
  )
}
