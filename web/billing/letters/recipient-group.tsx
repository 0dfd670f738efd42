import { ChevronRight, Mail, Printer } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cn } from '#web/lib/cn.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
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
import type { LetterChannel } from '#worker/domain/codes.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { letterSummary } from './letter-words.ts'
import { type Group, type GroupKey, type Recipient, sumOf } from './recipients.ts'

export const groupTitles: Record<GroupKey, string> = {
  mail: 'Per E-Mail',
  letter: 'Auf Papier',
  recent: 'In den letzten 30 Tagen schon geschrieben',
  collected: 'Kommt in die nächste SEPA-Datei',
  unreached: 'Nicht erreichbar',
}

type RecipientGroupProps = {
  group: Group
  isOpenFirst: boolean
  mayTick: boolean
  isTicked: (one: Recipient) => boolean
  onTickAll: (isOn: boolean) => void
  onTick: (one: Recipient, press: { isOn: boolean; isShifted: boolean }) => void
  channelOf: (one: Recipient) => LetterChannel | null
  /** Changes the channel of one recipient; null where all letters go the same way. */
  onChannel: ((one: Recipient, channel: LetterChannel) => void) | null
}

/** Recipients who get their letter in the same way, below a head that ticks and folds the group. */
export function RecipientGroup(props: RecipientGroupProps) {
  const { group, isOpenFirst, mayTick, isTicked, onTickAll, onTick, onChannel, channelOf } = props
  const { key, recipients } = group
  const canTick = mayTick && key !== 'unreached'
  const ticked = recipients.filter(isTicked).length
  return (
    <Fold
      title={groupTitles[key]}
      tally={canTick ? `${ticked} von ${recipients.length}` : recipients.length}
      isOpenFirst={isOpenFirst}
      before={
        // Who was written to lately is only ticked one by one.
        canTick &&
        key !== 'recent' && (
          <Checkbox
            aria-label={`Alle ${recipients.length}: ${groupTitles[key]}`}
            checked={ticked === recipients.length}
            mixed={ticked > 0 && ticked < recipients.length}
            onChange={(event) => onTickAll(event.target.checked)}
          />
        )
      }
    >
      {(titleId) => (
        <Table size="sm" aria-labelledby={titleId}>
          <TableHead>
            <TableRow>
              <TableHeadCell>Name</TableHeadCell>
              <TableHeadCell numeric>Summe</TableHeadCell>
              <TableHeadCell>Zuletzt geschrieben</TableHeadCell>
              {mayTick && onChannel && <ActionsHead />}
            </TableRow>
          </TableHead>
          <TableBody>
            {recipients.map((one) => (
              <TableRow key={one.member.id}>
                <TableCell at="first">
                  <span className="flex items-center gap-2.5">
                    {canTick && (
                      <Checkbox
                        aria-label={listName(one.member)}
                        checked={isTicked(one)}
                        onChange={(event) => {
                          const { nativeEvent, target } = event
                          const isShifted =
                            nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey
                          onTick(one, { isOn: target.checked, isShifted })
                        }}
                      />
                    )}
                    <span className="min-w-0">
                      <RowLink to={paths.member(one.member.id)}>{listName(one.member)}</RowLink>
                      <span className="block text-muted-foreground text-sm wrap-anywhere">
                        {reachedAt(one, channelOf(one))}
                      </span>
                    </span>
                  </span>
                </TableCell>
                <TableCell numeric at="right">
                  {germanEuro(sumOf(one))}
                </TableCell>
                <TableCell {...(one.last ? { at: 'below', before: 'Zuletzt' } : { at: 'nowhere' })}>
                  {one.last ? letterSummary(one.last) : ''}
                </TableCell>
                {mayTick && onChannel && (
                  <ActionsCell>
                    <OtherChannel group={key} recipient={one} onChannel={onChannel} />
                  </ActionsCell>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Fold>
  )
}

/** The address that the letter goes to, or which address is missing. */
function reachedAt(
  { member, hasEmail, hasAddress }: Recipient,
  channel: LetterChannel | null,
): string {
  const { addressStreet, addressNumber, addressPlz, addressTown } = member
  if (channel === null) {
    if (hasEmail) return 'Keine vollständige Anschrift'
    return hasAddress ? 'Keine E-Mail Adresse' : 'Weder E-Mail Adresse noch vollständige Anschrift'
  }
  if (channel === 'mail') return member.eMail.trim()
  return `${addressStreet} ${addressNumber}, ${addressPlz} ${addressTown}`
}

type OtherChannelProps = {
  group: GroupKey
  recipient: Recipient
  onChannel: (one: Recipient, channel: LetterChannel) => void
}

/** A button that moves one recipient to paper in spite of an e-mail address, or back to the mail. */
function OtherChannel({ group, recipient, onChannel }: OtherChannelProps) {
  const { member, hasEmail, hasAddress } = recipient
  if (!hasEmail || !hasAddress || (group !== 'mail' && group !== 'letter')) return null
  const [channel, words, Icon] =
    group === 'mail'
      ? (['letter', 'Lieber drucken', Printer] as const)
      : (['mail', 'Lieber mailen', Mail] as const)
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={`${listName(member)}: ${words}`}
      data-hint={words}
      onClick={() => onChannel(recipient, channel)}
    >
      <Icon />
      <span className="font-medium text-muted-foreground max-md:sr-only">{words}</span>
    </Button>
  )
}

type FoldProps = {
  title: string
  tally: ReactNode
  isOpenFirst: boolean
  before?: ReactNode
  children: (titleId: string) => ReactNode
}

/** A part of a card that folds, with a box before its title. */
export function Fold({ title, tally, isOpenFirst, before, children }: FoldProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(isOpenFirst)
  return (
    <div className="border-t">
      <div className="flex items-center gap-3 px-6 max-md:px-4">
        {before}
        <h3 className="flex-1">
          <button
            type="button"
            id={id}
            aria-expanded={isOpen}
            aria-controls={`${id}-rows`}
            onClick={() => setOpen(!isOpen)}
            className="-mx-1 flex min-h-12 w-full items-center gap-2 rounded-md px-1 text-left hover:bg-accent"
          >
            {title}{' '}
            <span className="font-normal text-muted-foreground text-sm tabular-nums">{tally}</span>
            <ChevronRight
              aria-hidden="true"
              className={cn(
                'ms-auto flex-none text-muted-foreground transition-transform',
                isOpen && 'rotate-90',
              )}
            />
          </button>
        </h3>
      </div>
      <div id={`${id}-rows`} hidden={!isOpen}>
        {isOpen && children(id)}
      </div>
    </div>
  )
}
