import { Undo2 } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import type { HistoryScope } from '#web/data/history.ts'
import { undoMerge } from '#web/data/merges.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useUser } from '#web/lib/session.ts'
import { undoRequests } from '#web/lib/undo.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinTime } from '#worker/domain/dates.ts'
import { mayUndo } from '#worker/domain/undo-rights.ts'
import type { HistoryEntry, HistorySubjects } from '#worker/history/history.contract.ts'
import {
  actorOf,
  entryTitle,
  type FieldChange,
  fieldChangesOf,
  findMerge,
  isAnonymisedEntry,
  isExitEntry,
} from './entry-words.ts'
import { ownerNameOf, subjectsOf } from './subjects.ts'
import { undoHintOf } from './undo-elsewhere.ts'
import { type ReferenceNames, valueWords } from './values.ts'

type EntryItemProps = {
  entry: HistoryEntry
  about: HistorySubjects
  names: ReferenceNames
  scope: HistoryScope
  now: Date
}

/** The effect of one request: title, old and new values, and the user. */
export function EntryItem({ entry, about, names, scope, now }: EntryItemProps) {
  const isAllowed = mayUndo(useUser(), entry)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const instant = new Date(entry.at)
  // A title such as "Todesfall eingetragen" is about the person, not about the costumes that had to be returned.
  const isExit = isExitEntry(entry)
  return (
    <li className="mx-6 grid grid-cols-[3.75rem_minmax(0,1fr)_12rem_11rem] items-start gap-x-4 border-t py-3 max-lg:grid-cols-[3.25rem_minmax(0,1fr)] max-md:mx-4 max-lg:*:col-start-2 max-lg:[&>time]:col-start-1">
      <time dateTime={entry.at} className="text-muted-foreground tabular-nums max-lg:row-start-1">
        {berlinTime(instant)}
      </time>
      <div className="wrap-anywhere min-w-0">
        {entryTitle(entry)}
        <Subjects
          entry={entry}
          about={isExit ? { ...about, costume: [] } : about}
          names={names}
          scope={scope}
        />
        {isExit && <ExitCostumes entry={entry} about={about} names={names} scope={scope} />}
        {isAnonymisedEntry(entry) && (
          <span className="block text-muted-foreground">Die Werte sind gelöscht.</span>
        )}
        <Details entry={entry} names={names} />
      </div>
      <span className="wrap-anywhere text-muted-foreground">{actorOf(entry)}</span>
      <div className="justify-self-end text-right text-muted-foreground text-sm max-lg:justify-self-start max-lg:text-left">
        {entry.undo === 'possible' && isAllowed ? (
          <UndoButton entry={entry} onFailure={setFailure} />
        ) : (
          <WhyNot
            entry={entry}
            about={about}
            isAllowed={isAllowed}
            now={now}
            onFailure={setFailure}
          />
        )}
      </div>
      {failure && (
        <div className="col-span-full mt-2">
          <Failure failure={failure} detail={whyNot(failure)} focusOnMount />
        </div>
      )}
    </li>
  )
}

type SubjectsProps = Omit<EntryItemProps, 'now'> & { lead?: string }

function ExitCostumes({ about, ...props }: SubjectsProps) {
  return (
    <span className="block text-muted-foreground">
      <Subjects
        {...props}
        about={{ member: [], costume: about.costume, parade: [] }}
        lead={about.costume.length === 1 ? 'Kleid' : 'Kleider'}
      />
    </span>
  )
}

function Subjects({ entry, about, names, scope, lead }: SubjectsProps) {
  const { shown, more } = subjectsOf(entry, about, names, scope)
  if (shown.length === 0) return null
  return (
    <>
      {lead}
      {': '}
      {shown.map(({ key, name, to }, place) => (
        <Fragment key={key}>
          {place > 0 && ', '}
          {to === null ? name : <Link to={to}>{name}</Link>}
        </Fragment>
      ))}
      {more > 0 && ` und ${more} weitere`}
    </>
  )
}

const shownAtFirst = 8

function Details({ entry, names }: Pick<EntryItemProps, 'entry' | 'names'>) {
  const details = fieldChangesOf(entry)
  if (details.length === 0) return null
  const rest = details.slice(shownAtFirst)
  return (
    <>
      <DetailList entry={entry} details={details.slice(0, shownAtFirst)} names={names} />
      {rest.length > 0 && (
        <details>
          <summary className="inline-flex min-h-9 cursor-pointer items-center text-link text-sm max-md:min-h-11">
            {rest.length === 1 ? '1 weitere Angabe' : `${rest.length} weitere Angaben`}
          </summary>
          <DetailList entry={entry} details={rest} names={names} />
        </details>
      )}
    </>
  )
}

type DetailListProps = Pick<EntryItemProps, 'entry' | 'names'> & { details: readonly FieldChange[] }

function DetailList({ entry, details, names }: DetailListProps) {
  return (
    <ul className="mt-0.5 text-muted-foreground tabular-nums">
      {details.map((detail) => (
        <li key={detail.key}>
          {[ownerNameOf(entry, detail.line, names), detail.field.label].filter(Boolean).join(', ')}:{' '}
          <Change detail={detail} names={names} />
        </li>
      ))}
    </ul>
  )
}

const absent = [null, undefined, '']
const hasValue = (value: unknown) => !absent.some((none) => none === value)

function Change({
  detail: { field, was, is },
  names,
}: {
  detail: FieldChange
  names: ReferenceNames
}) {
  if (field.kind === 'masked') {
    return (
      <b className="font-medium text-foreground">
        {hasValue(was) ? (hasValue(is) ? 'geändert' : 'entfernt') : 'eingetragen'}
      </b>
    )
  }
  return (
    <>
      {hasValue(was) && (
        <del className="decoration-1">
          <span className="sr-only">vorher </span>
          {valueWords(was, field.kind, names)}
        </del>
      )}{' '}
      {hasValue(is) ? (
        <b className="font-medium text-foreground">
          {hasValue(was) && <span className="sr-only">jetzt </span>}
          {valueWords(is, field.kind, names)}
        </b>
      ) : (
        <span className="sr-only">entfernt</span>
      )}
    </>
  )
}

type WhyNotProps = Pick<EntryItemProps, 'entry' | 'about' | 'now'> & {
  isAllowed: boolean
  onFailure: (failure: CallFailure | null) => void
}

/** Why the entry cannot be undone; the reasons only for users who may undo. */
function WhyNot({ entry, about, isAllowed, now, onFailure }: WhyNotProps) {
  if (entry.undo === 'undone') return 'Rückgängig gemacht'
  if (!isAllowed) return null
  if (entry.undo === 'changedSince') return 'Inzwischen weiter geändert'
  const own = undoHintOf(entry, about, now)
  const merged = findMerge(entry.lines)
  if (!own)
    return merged ? (
      <UndoMerge mergeId={merged.id} name={merged.name} onFailure={onFailure} />
    ) : null
  return own.to === null ? own.words : <Link to={own.to}>{own.words}</Link>
}

/** The reasons why a merge cannot be undone. */
function whyNot(failure: CallFailure): string | undefined {
  return failure.error?.code === 'MergeRefused'
    ? failure.error.reasons.join(' ')
    : detailOf(failure)
}

/** With more lines than this, undoing asks first. */
const fewLines = 5

type UndoButtonProps = {
  entry: HistoryEntry
  /** Called with the failure, and with null before a new try. */
  onFailure: (failure: CallFailure | null) => void
}

function UndoButton({ entry, onFailure }: UndoButtonProps) {
  const [isAsked, setAsked] = useState(false)
  const { submit, isPending } = useSubmit(
    {
      ...undoRequests([entry.requestId]),
      onMutate: () => onFailure(null),
      onError: onFailure,
      onSettled: () => setAsked(false),
    },
    () => toast('Rückgängig gemacht.'),
  )
  const title = entryTitle(entry)
  const isMuch = entry.lines.length > fewLines
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={isPending && !isAsked}
        aria-label={`Rückgängig: ${title}`}
        onClick={() => (isMuch ? setAsked(true) : void submit())}
        className="-my-1.5 -mr-2 text-foreground max-lg:mr-0 max-lg:-ml-3"
      >
        <Undo2 />
        Rückgängig
      </Button>
      {isAsked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(false)}
          title="Rückgängig machen?"
          icon={Undo2}
          busy={isPending}
          onConfirm={() => void submit()}
        >
          {`„${title}“ hat ${entry.lines.length} Einträge geändert. Alle werden wieder so, wie sie davor waren.`}
        </ConfirmDialog>
      )}
    </>
  )
}

type UndoMergeProps = {
  mergeId: number
  /** The name of the removed record. */
  name: string
  /** Called with the failure, and with null before a new try. */
  onFailure: (failure: CallFailure | null) => void
}

/** Undoes a merge: restores both records. */
function UndoMerge({ mergeId, name, onFailure }: UndoMergeProps) {
  const { submit, isPending } = useSubmit(
    { ...undoMerge(mergeId), onMutate: () => onFailure(null), onError: onFailure },
    () => toast('Es sind wieder zwei Einträge.'),
  )
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isPending}
      aria-label={`Zusammenführung mit ${name} zurücknehmen`}
      onClick={() => void submit()}
      className="-my-1.5 -mr-2 text-foreground max-lg:mr-0 max-lg:-ml-3"
    >
      <Undo2 />
      Zurücknehmen
    </Button>
  )
}
