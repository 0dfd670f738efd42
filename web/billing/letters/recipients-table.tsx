import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import {
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import type { LetterChannel } from '#worker/domain/codes.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { lastInWords } from './letter-words.ts'
import { isReached, type Recipient } from './recipients.ts'

type RecipientsTableProps = {
  recipients: readonly Recipient[]
  channel: LetterChannel
  isTicked: (recipient: Recipient) => boolean
  mayTick: boolean
  onTick: (id: number, isOn: boolean) => void
  /** Everybody whom it reaches, or nobody. */
  onTickAll: (isOn: boolean) => void
}

/** Whom it does not reach stands first: there something is to be done. */
export function RecipientsTable({
  recipients,
  channel,
  isTicked,
  mayTick,
  onTick,
  onTickAll,
}: RecipientsTableProps) {
  const rows = recipients.toSorted(
    (a, b) => Number(isReached(a, channel)) - Number(isReached(b, channel)),
  )
  const reached = rows.filter((one) => isReached(one, channel))
  return (
    <>
      {mayTick && reached.length > 1 && (
        <div className="px-6 max-md:px-4">
          <Checkbox
            checked={reached.every(isTicked)}
            onChange={(event) => onTickAll(event.target.checked)}
          >
            Alle {reached.length}
          </Checkbox>
        </div>
      )}
      <Table size="sm" aria-labelledby="recipients">
        <TableHead>
          <TableRow>
            <TableHeadCell>Name</TableHeadCell>
            <TableHeadCell numeric>Summe</TableHeadCell>
            <TableHeadCell>E-Mail</TableHeadCell>
            <TableHeadCell>Zuletzt geschrieben</TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((one) => (
            <TableRow key={one.member.id}>
              <TableCell at="first">
                <span className="flex flex-wrap items-center gap-2">
                  {mayTick && (
                    <Checkbox
                      aria-label={listName(one.member)}
                      checked={isTicked(one)}
                      disabled={!isReached(one, channel)}
                      onChange={(event) => onTick(one.member.id, event.target.checked)}
                    />
                  )}
                  <RowLink to={paths.member(one.member.id)}>{listName(one.member)}</RowLink>
                </span>
                <Hint recipient={one} channel={channel} />
              </TableCell>
              <TableCell numeric at="right">
                {germanEuro(sumOf(one))}
              </TableCell>
              <TableCell at="below" before="E-Mail">
                {one.hasEmail ? 'Ja' : 'Nein'}
              </TableCell>
              <TableCell {...(one.last ? { at: 'below', before: 'Zuletzt' } : { at: 'nowhere' })}>
                {one.last ? lastInWords(one.last) : ''}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </>
  )
}

function Hint({ recipient, channel }: { recipient: Recipient; channel: LetterChannel }) {
  const why = hintOf(recipient, channel)
  return why && <span className="block text-muted-foreground text-sm">{why}</span>
}

function hintOf(recipient: Recipient, channel: LetterChannel): string | null {
  if (!isReached(recipient, channel)) {
    return channel === 'mail' ? 'Keine E-Mail Adresse' : 'Keine vollständige Anschrift'
  }
  return recipient.isCollectedNext ? 'Kommt in die nächste SEPA-Datei' : null
}

function sumOf({ letter }: Recipient): number {
  return letter?.claims.reduce((sum, { openInCent }) => sum + openInCent, 0) ?? 0
}
