import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { lettersQuery } from '#web/data/billing.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { PageSpinner } from '#web/ui/page-spinner.tsx'
import { QuerySection } from '#web/ui/query-section.tsx'
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
import type { FeeLetter } from '#worker/billing/billing.contract.ts'
import type { FeeLetterKind } from '#worker/domain/codes.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { sumOf } from '#worker/domain/fee-letter-words.ts'
import { feeLetterTitle } from '#worker/domain/fee-letters.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { channelInWords, writtenOn } from './letter-words.ts'

type Printing = { onPrint: (letters: readonly FeeLetter[]) => void }

/** So many are shown at first. */
const firstFew = 20

/** What was written, newest first; each can be printed again as it was. */
export function WrittenCard({ onPrint }: Printing) {
  const letters = useQuery(lettersQuery)
  const [isOpen, setOpen] = useState(false)
  return (
    <QuerySection query={letters} waiting={<PageSpinner />}>
      {(all) =>
        all.length > 0 && (
          <Card bleed aria-labelledby="written">
            <CardHead id="written" title="Geschrieben" tally={all.length} />
            <Rounds letters={all} onPrint={onPrint} />
            <Table size="sm" aria-labelledby="written">
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
                  <WrittenRow key={letter.id} letter={letter} onPrint={() => onPrint([letter])} />
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
          </Card>
        )
      }
    </QuerySection>
  )
}

/** So many are offered. */
const newestRounds = 3

/** What was written together is printed again together, in its order. */
function Rounds({ letters, onPrint }: Printing & { letters: readonly FeeLetter[] }) {
  const rounds = [...Map.groupBy(letters, ({ kind, createdAt }) => `${kind} ${createdAt}`).values()]
    .filter(({ length }) => length > 1)
    .slice(0, newestRounds)
  if (rounds.length === 0) return null
  return (
    <ul className="grid justify-items-start px-6 pb-2 max-md:px-4 print:hidden">
      {rounds.map((round) => (
        <li key={round[0]?.id}>
          <Button
            variant="ghost"
            size="sm"
            className="-ml-3"
            onClick={() => onPrint(round.toReversed())}
          >
            <Printer />
            {round[0] && kindLabels[round[0].kind]} vom {round[0] && writtenOn(round[0])}: diese{' '}
            {round.length} noch einmal drucken
          </Button>
        </li>
      ))}
    </ul>
  )
}

const kindLabels: Record<FeeLetterKind, string> = {
  notice: 'Ankündigungen',
  invoice: 'Rechnungen',
  reminder: 'Erinnerungen',
}

function WrittenRow({ letter, onPrint }: { letter: FeeLetter; onPrint: () => void }) {
  const title = `${feeLetterTitle(letter)} ${letter.year}`
  return (
    <TableRow>
      <TableCell at="first">
        <RowLink to={paths.member(letter.payer.id)}>{listName(letter.payer)}</RowLink>
      </TableCell>
      <TableCell at="second">
        {title}, {writtenOn(letter)}, fällig {germanDate(letter.dueOn)}
      </TableCell>
      <TableCell numeric at="right">
        {germanEuro(sumOf(letter))}
      </TableCell>
      <TableCell at="below" before="Weg">
        {channelInWords(letter)}
      </TableCell>
      <ActionsCell>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${title} an ${listName(letter.payer)} noch einmal drucken`}
          onClick={onPrint}
        >
          <Printer />
          Drucken
        </Button>
      </ActionsCell>
    </TableRow>
  )
}
