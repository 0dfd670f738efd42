import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { isNotFound } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { ValueChoice } from '#web/components/value-choice.tsx'
import { mergeMembers, mergeQuery, undoMerge } from '#web/data/merges.ts'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch, queryOnce } from '#web/lib/query.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isSameValue, pick } from '#worker/domain/conflicts.ts'
import { germanDate } from '#worker/domain/dates.ts'
import {
  type ChosenFields,
  type MergeField,
  mergeFields,
  mergeUnits,
  type ParadesBeforeChoice,
  type Side,
  sides,
} from '#worker/domain/merge.ts'
import { fullName, listName } from '#worker/domain/names.ts'
import type { MergeMember, MergePreview } from '#worker/merges/merges.contract.ts'
import { MemberMissing } from './member-missing.tsx'
import { fieldLabel, mergeValueText } from './merge-words.ts'

export function loader({ params }: LoaderFunctionArgs) {
  const [keptId, goneId] = [Number(params.id), Number(params.b)]
  const preview = queryOnce(mergeQuery(keptId, goneId))
  prefetch(preview)
  return { keptId, goneId, preview }
}

/** Merges two records of one person, with a choice for each field that differs. */
export function MergePage() {
  const { keptId, goneId, preview } = useLoaderData<typeof loader>()
  const query = useQuery(preview)
  if (isNotFound(query)) return <MemberMissing />
  return (
    <Wrap narrow>
      <PageHead
        back={{ to: paths.duplicates, label: 'Doppelte Einträge' }}
        title="Zwei Einträge zusammenführen"
        lead="Alles, was zu einem der beiden gehört, gehört danach zum anderen. Das lässt sich 30 Tage lang zurücknehmen."
      />
      <QuerySection query={query} waiting={<PageSpinner />}>
        {(known) => (
          <MergeForm
            key={`${keptId} ${goneId} ${known.seen}`}
            preview={known}
            onOutdated={() => void query.refetch()}
          />
        )}
      </QuerySection>
    </Wrap>
  )
}

type MergeFormProps = { preview: MergePreview; onOutdated: () => void }

function MergeForm({ preview, onOutdated }: MergeFormProps) {
  const { kept, gone, refusals, seen } = preview
  const [fields, setFields] = useState<ChosenFields>({})
  const [stand, setStand] = useState<ParadesBeforeChoice>(preview.presetStand)
  const navigate = useNavigate()
  const { submit, isPending, failure } = useSubmit(mergeMembers(kept.id), ({ mergeId }) => {
    toast('Zusammengeführt.', {
      undo: undoMerge(mergeId),
      done: 'Es sind wieder zwei Einträge.',
    })
    void navigate(paths.member(kept.id), { replace: true })
  })
  const body = { goneId: gone.id, fields, paradesBefore: stand, seen }
  return (
    <form
      noValidate
      className="grid gap-6 *:min-w-0"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(body)
      }}
    >
      {refusals.length > 0 && (
        <Alert tone="error" title="So geht es nicht">
          <Sentences sentences={refusals} />
        </Alert>
      )}
      <WhichStays kept={kept} gone={gone} />
      <FieldsCard
        preview={preview}
        chosen={fields}
        onChoose={(field, side) => setFields((before) => ({ ...before, [field]: side }))}
      />
      <ParadeCountCard preview={preview} chosen={stand} onChoose={setStand} />
      <SameParadesCard preview={preview} />
      {failure && <MergeFailure failure={failure} onOutdated={onOutdated} />}
      <div className="flex flex-wrap justify-end gap-3 max-md:[&>*]:flex-1">
        <Button asChild>
          <Link to={paths.duplicates}>Abbrechen</Link>
        </Button>
        <Button type="submit" variant="primary" busy={isPending} disabled={refusals.length > 0}>
          Zusammenführen
        </Button>
      </div>
    </form>
  )
}

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="grid gap-1">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function MergeFailure({ failure, onOutdated }: { failure: CallFailure; onOutdated: () => void }) {
  const { error } = failure
  const fieldErrors = Object.values(error?.fields ?? {}).join(' ')
  const detail =
    error?.code === 'MergeRefused' ? error.reasons.join(' ') : fieldErrors || detailOf(failure)
  return (
    <Failure
      failure={failure}
      detail={detail}
      focusOnMount
      {...(error?.code === 'Conflict' && { onRetry: onOutdated })}
    />
  )
}

const nameWithNumber = (member: MergeMember) =>
  `${listName(member)}${member.memberNumber > 0 ? `, Nr. ${member.memberNumber}` : ''}`

function Part({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Card bleed aria-labelledby={titleId}>
      <CardHead id={titleId} title={title} />
      <CardBody className="grid gap-5">{children}</CardBody>
    </Card>
  )
}

function WhichStays({ kept, gone }: Pick<MergePreview, 'kept' | 'gone'>) {
  const navigate = useNavigate()
  const name = useId()
  // The record with the lower id comes first, whichever is kept, so that choosing does not swap the two.
  const both = [kept, gone].toSorted((a, b) => a.id - b.id)
  return (
    <Part title="Welcher Eintrag bleibt?">
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="sr-only">Welcher Eintrag bleibt?</legend>
        {both.map((member) => (
          <ValueChoice
            key={member.id}
            name={name}
            checked={member.id === kept.id}
            onChoose={() =>
              void navigate(
                paths.memberMerge(member.id, member.id === kept.id ? gone.id : kept.id),
                { replace: true },
              )
            }
            value={nameWithNumber(member)}
            whose={
              member.birthday ? `geboren am ${germanDate(member.birthday)}` : 'ohne Geburtstag'
            }
          />
        ))}
      </fieldset>
      <p className="text-muted-foreground text-sm">
        Der andere ist danach weg; Links zu ihm führen zu diesem.
      </p>
    </Part>
  )
}

type FieldsCardProps = {
  preview: MergePreview
  chosen: ChosenFields
  onChoose: (field: MergeField, side: Side) => void
}

function FieldsCard({ preview, chosen, onChoose }: FieldsCardProps) {
  const { kept, gone, preset, mandates, payers } = preview
  const different = mergeFields.filter(
    (field) => !isSameValue(pick(kept, mergeUnits[field]), pick(gone, mergeUnits[field])),
  )
  return (
    <Part title="Was soll gelten?">
      {different.map((field) => (
        <fieldset key={field} className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1.5 font-semibold text-sm max-md:text-[0.9375rem]">
            {fieldLabel(field)}
          </legend>
          {sides.map((side) => (
            <ValueChoice
              key={side}
              name={`merge-${field}`}
              checked={(chosen[field] ?? preset[field]) === side}
              onChoose={() => onChoose(field, side)}
              value={mergeValueText(field, preview[side], {
                mandate: mandates[side],
                payer: payers[side],
              })}
              whose={side === 'kept' ? 'Eintrag, der bleibt' : 'Eintrag, der wegfällt'}
            />
          ))}
        </fieldset>
      ))}
      <p className="text-muted-foreground text-sm">
        {different.length === 0 ? 'Alle Angaben sind gleich.' : 'Alle anderen Angaben sind gleich.'}
      </p>
    </Part>
  )
}

type StandCardProps = {
  preview: MergePreview
  chosen: ParadesBeforeChoice
  onChoose: (choice: ParadesBeforeChoice) => void
}

const standWords: Record<ParadesBeforeChoice, string> = {
  kept: 'Eintrag, der bleibt',
  gone: 'Eintrag, der wegfällt',
  sum: 'Beide zusammen',
}

/** The choice of the Sprünge from before the records began; nothing when neither record has such a number. */
function ParadeCountCard({ preview: { stands }, chosen, onChoose }: StandCardProps) {
  if (stands.every(({ paradesBeforeUntil }) => paradesBeforeUntil === null)) return null
  return (
    <Part title="Sprünge vor der Erfassung">
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">Sprünge vor der Erfassung</legend>
        {stands.map(({ choice, paradesBefore, paradesBeforeUntil: until, total }) => (
          <ValueChoice
            key={choice}
            name="merge-stand"
            checked={chosen === choice}
            onChoose={() => onChoose(choice)}
            value={until === null ? 'Keine' : `${paradesBefore}, bis ${germanDate(until)}`}
            whose={`${standWords[choice]}: danach ${total} Sprünge`}
          />
        ))}
      </fieldset>
    </Part>
  )
}

function SameParadesCard({ preview }: { preview: MergePreview }) {
  const { conflicts, timespans, moves, gone } = preview
  const moved = movesInWords(moves)
  const spans = timespans.map(({ from, to }) =>
    to === null ? `seit ${germanDate(from)}` : `${germanDate(from)} bis ${germanDate(to)}`,
  )
  return (
    <Part title="Was zusammenkommt">
      <p>
        {moved
          ? `Von ${fullName(gone)} kommt dazu: ${moved}.`
          : `Zu dem Eintrag, der wegfällt, gehört nichts weiter.`}
      </p>
      {spans.length > 0 && <p>Mitgliedszeiten danach: {spans.join(', ')}.</p>}
      {conflicts.length > 0 && (
        <Alert tone="warn" title="Das steht bei beiden">
          <Sentences sentences={conflicts} />
        </Alert>
      )}
    </Part>
  )
}

const countWords: Record<keyof MergePreview['moves'], [one: string, many: string]> = {
  participations: ['Teilnahme', 'Teilnahmen'],
  ownerships: ['Kleid', 'Kleider'],
  honors: ['Ehrung', 'Ehrungen'],
  duties: ['Amt', 'Ämter'],
  exits: ['Austritt', 'Austritte'],
  fees: ['Beitrag', 'Beiträge'],
}

const list = new Intl.ListFormat('de', { type: 'conjunction' })

/** "3 Teilnahmen und 1 Ehrung" */
function movesInWords(moves: MergePreview['moves']): string {
  const kinds = Object.keys(countWords) as (keyof MergePreview['moves'])[]
  return list.format(
    kinds
      .filter((kind) => moves[kind] > 0)
      .map((kind) => `${moves[kind]} ${countWords[kind][moves[kind] === 1 ? 0 : 1]}`),
  )
}
