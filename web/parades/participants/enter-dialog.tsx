import { useQuery } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { ExtrasFieldset } from '#web/components/extra-fields.tsx'
import { Failure } from '#web/components/failure.tsx'
import {
  accompanimentOf,
  GuardianFields,
  noTypedGuardian,
  type TypedGuardian,
} from '#web/components/guardian-fields.tsx'
import { OverCapacityTick } from '#web/components/over-capacity-tick.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { SuggestFrame, useListbox } from '#web/components/suggest-list.tsx'
import { costumesQuery } from '#web/data/costumes.ts'
import { membersQuery } from '#web/data/members.ts'
import { paradeQuery } from '#web/data/parades.ts'
import { enterParticipation } from '#web/data/parades-participants.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { missingWords } from '#web/lib/missing-words.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import type { UndoAction } from '#web/lib/undo.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { spokenName } from '#web/parades/participant-words.ts'
import { Field, type FieldIds } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { ageClass } from '#worker/domain/birthdays.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { FieldMessages } from '#worker/domain/errors.ts'
import { type ChosenExtra, takenOfExtra } from '#worker/domain/extras.ts'
import { freePlacesOf } from '#worker/domain/parade.ts'
import type { ParadeDetails, Participation } from '#worker/parades/parades.contract.ts'
import {
  costumeName,
  findCostumes,
  offeredCostumes,
  ownerName,
  type PickableCostume,
} from './costume-search.ts'

type EnterDialogProps = {
  paradeId: number
  onClose: () => void
  /** @param staysOpen whether the dialog stays open for the next person */
  onEntered: (row: Participation, undoAction: UndoAction | null, staysOpen: boolean) => void
}

/** Spec §5: OK only when a member and a costume are chosen. "OK und nächste" resets the form. */
export function EnterDialog({ paradeId, onClose, onEntered }: EnterDialogProps) {
  const staysOpen = useRef(false)
  /** Names entered since the dialog opened. */
  const [entered, setEntered] = useState<readonly string[]>([])
  const submitting = useSubmitForm({
    initial: nothingChosen,
    read: readEntry,
    mutation: enterParticipation(paradeId),
    onSuccess: (row, _body, undoAction) => {
      onEntered(row, undoAction, staysOpen.current)
      if (!staysOpen.current) return
      form.reset(nothingChosen)
      setEntered((before) => [...before, spokenName(row.memberName)])
    },
  })
  const send = (isMore: boolean) => {
    staysOpen.current = isMore
    return submitting.submit()
  }
  const members = useQueryOnce(membersQuery)
  const costumes = useQueryOnce(costumesQuery)
  const { form, failure } = submitting
  const errors = failure?.error?.fields ?? {}
  const draft = form.watch()
  const missing = missingIn(draft)
  const parade = useQuery(paradeQuery(paradeId)).data
  const isKnown = members.data !== undefined && costumes.data !== undefined
  return (
    <SubmitDialog
      title="Teilnahme eintragen"
      submitting={{ ...submitting, submit: () => send(false) }}
      another={{ label: 'OK und nächste', onPress: () => void send(true) }}
      {...(entered.length > 0 && { cancelLabel: 'Fertig' })}
      detail={failure ? detailOf(failure) : undefined}
      blocked={missing !== ''}
      onClose={onClose}
    >
      {[members, costumes].map(
        ({ error, isFetching, refetch }) =>
          error && (
            <Failure
              key={error.message}
              failure={error}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          ),
      )}
      {isKnown ? (
        <EnterFields
          // A new key resets the form and focuses its first field.
          key={entered.length}
          members={members.data}
          costumes={costumes.data}
          errors={errors}
        />
      ) : (
        !members.error && !costumes.error && <FieldsSkeleton />
      )}
      {parade && isKnown && (
        <ExtrasField key={`extras-${entered.length}`} parade={parade} errors={errors} />
      )}
      {(failure?.error?.code === 'ParadeFull' || draft.overCapacity) && <OverCapacityField />}
      {(errors.guardian || isGiven(draft.accompaniment)) && <AccompanimentField errors={errors} />}
      <p role="status" className="font-medium text-sm empty:hidden">
        {entered.length > 0 && enteredWords(entered)}
      </p>
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {isKnown && missing}
      </p>
    </SubmitDialog>
  )
}

function enteredWords(entered: readonly string[]): string {
  const last = `${entered.at(-1)} ist eingetragen.`
  return entered.length > 1 ? `${last} Das waren schon ${entered.length}.` : last
}

function readEntry(entry: Entry) {
  const { member, costume, extras, overCapacity, accompaniment } = entry
  if (!member || !costume) return { problems: { memberId: missingIn(entry) } }
  return {
    body: {
      memberId: member.id,
      costumeId: costume.id,
      extras,
      overCapacity,
      ...accompanimentOf(accompaniment),
    },
  }
}

function missingIn({ member, costume }: Entry): string {
  const words = missingWords(
    [
      !member && { word: 'Mitglied', withArticle: 'das Mitglied' },
      !costume && { word: 'Kleid', withArticle: 'das Kleid' },
    ].filter((one) => one !== false),
  )
  return words && `${words}.`
}

function FieldsSkeleton() {
  return (
    <Loading>
      <div className="grid gap-4">
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </Loading>
  )
}

type Entry = {
  member: PickableMember | null
  costume: PickableCostume | null
  extras: readonly ChosenExtra[]
  overCapacity: boolean
  accompaniment: TypedGuardian
}

const nothingChosen: Entry = {
  member: null,
  costume: null,
  extras: [],
  overCapacity: false,
  accompaniment: noTypedGuardian,
}

/** Asked for once, the guardian stays visible when the next try fails for another reason. */
function isGiven(typed: TypedGuardian): boolean {
  const { guardian, withoutGuardian } = accompanimentOf(typed)
  return guardian !== null || withoutGuardian
}

function AccompanimentField({ errors }: { errors: FieldMessages }) {
  const { field } = useController<Entry, 'accompaniment'>({ name: 'accompaniment' })
  return <GuardianFields value={field.value} onChange={field.onChange} errors={errors} />
}

/** The extras that the parade offers. The price is that of the member's age today. */
function ExtrasField({ parade, errors }: { parade: ParadeDetails; errors: FieldMessages }) {
  const { field } = useController<Entry, 'extras'>({ name: 'extras' })
  const member = useWatch<Entry, 'member'>({ name: 'member' })
  const { extras, extraCounts } = parade
  const [today] = useState(() => berlinDay(new Date()))
  return (
    <ExtrasFieldset
      offered={extras.map((extra) => {
        const takenCount = takenOfExtra(extra.id, extraCounts)
        return { ...extra, freePlaces: freePlacesOf({ capacity: extra.capacity, takenCount }) }
      })}
      chosen={field.value}
      age={ageClass(member?.birthday ?? null, today)}
      errorAt={(index) => errors[`parades.0.extras.${index}`]}
      onChange={field.onChange}
    />
  )
}

function OverCapacityField() {
  const { field } = useController<Entry, 'overCapacity'>({ name: 'overCapacity' })
  return <OverCapacityTick checked={field.value} onChange={field.onChange} />
}

type EnterFieldsProps = {
  members: readonly PickableMember[]
  costumes: readonly PickableCostume[]
  errors: FieldMessages
}

function EnterFields({ members, costumes, errors }: EnterFieldsProps) {
  const living = useMemo(() => members.filter(isActiveOrPassive), [members])
  const { field: memberField } = useController<Entry, 'member'>({ name: 'member' })
  const { field: costumeField } = useController<Entry, 'costume'>({ name: 'costume' })
  const member = memberField.value
  const offered = useMemo(() => offeredCostumes(costumes, member?.id ?? 0), [costumes, member?.id])
  // Only the member's own costume is proposed; lending another one is the user's choice.
  const chooseMember = (next: PickableMember | null) => {
    const { own } = offeredCostumes(costumes, next?.id ?? 0)
    memberField.onChange(next)
    costumeField.onChange(own.length === 1 ? (own[0] ?? null) : null)
  }
  return (
    <FocusFirst>
      <Field label="Mitglied" required error={errors.memberId ?? errors.birthday}>
        {(ids) => (
          <MemberPicker {...ids} members={living} chosen={member} onChoose={chooseMember} />
        )}
      </Field>
      <Field
        label="Kleid"
        required
        error={errors.costumeId}
        help={member ? ownWords(offered.own.length) : 'Wähle zuerst das Mitglied.'}
      >
        {(ids) => (
          <CostumePicker
            {...ids}
            costumes={offered.all}
            chosen={costumeField.value}
            onChoose={costumeField.onChange}
            disabled={!member}
          />
        )}
      </Field>
    </FocusFirst>
  )
}

function isActiveOrPassive({ membershipState }: PickableMember): boolean {
  return membershipState === 'Active' || membershipState === 'Passive'
}

function ownWords(count: number): string {
  if (count === 0) return 'Das Mitglied hat kein eigenes Kleid.'
  if (count === 1) return 'Das eigene Kleid ist vorgeschlagen.'
  return `Die ${count} eigenen Kleider stehen oben in der Liste.`
}

/** Focuses the first field on mount: the fields are loaded only after the dialog has opened. */
function FocusFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={box} className="contents">
      {children}
    </div>
  )
}

/** The limit of a suggestion list. */
const maxMatches = 20

type CostumePickerProps<C> = FieldIds & {
  costumes: readonly C[]
  chosen: C | null
  onChoose: (costume: C | null) => void
  disabled: boolean
}

/** Finds a costume by type, number or owner while typing. */
function CostumePicker<C extends PickableCostume>({
  costumes,
  chosen,
  onChoose,
  ...input
}: CostumePickerProps<C>) {
  const [typed, setTyped] = useState('')
  const text = chosen ? costumeName(chosen) : typed
  const found = useMemo(() => findCostumes(costumes, text), [costumes, text])
  const list = useListbox(found.slice(0, maxMatches).map(asOption), ({ costume }) => {
    setTyped('')
    onChoose(costume as C)
  })
  return (
    <SuggestFrame list={list} label="Kleider" note={list.isOpen && noteOf(found.length)}>
      <Input
        {...input}
        {...list.field}
        value={text}
        // Deferred, because the dialog takes the focus when an element disappears while the focus moves.
        onBlur={() => startTransition(list.close)}
        onChange={(event) => {
          if (chosen) onChoose(null)
          setTyped(event.target.value)
          // Enter chooses the first match.
          list.open(event.target.value.trim() ? 0 : -1)
        }}
      />
    </SuggestFrame>
  )
}

function asOption(costume: PickableCostume) {
  return { costume, key: costume.id, value: costumeName(costume), note: ownerName(costume) }
}

function noteOf(total: number): string | null {
  if (total === 0) return 'Kein Kleid gefunden'
  return total > maxMatches ? `${maxMatches} von ${total}. Tippe weiter.` : null
}
