import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useId, useState } from 'react'
import { membersQuery } from '#web/data/members.ts'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { ExitBadge, MembershipStateLabel } from '#web/members/shared/membership-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import type { Suggestion, UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import type { Candidate } from './correction.ts'
import type { Correction } from './use-correction.ts'

type WaysToMatchProps = {
  person: UnmatchedPerson
  /** The id of the element with the person's name. */
  nameId: string
  members: readonly PickableMember[] | null
  correction: Correction
}

/** The suggestion with one click, a search for another member, or creating a new one. */
export function WaysToMatch({ person, nameId, members, correction }: WaysToMatchProps) {
  const { rowState, running, run } = correction
  const isCreating = running?.kind === 'create'
  const isMarking = running?.kind === 'guest'
  return (
    // Spec §4: once matched, the controls are disabled.
    <fieldset
      disabled={rowState.match !== null || rowState.isGuest === true}
      aria-labelledby={nameId}
      className="grid gap-3"
    >
      {person.suggestions.length > 0 && (
        <ul className="grid gap-2">
          {person.suggestions.map((suggestion, index) => (
            <SuggestedMember
              key={suggestion.id}
              suggestion={suggestion}
              isLikeliest={index === 0}
              correction={correction}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <MemberChoice
          label={person.suggestions.length > 0 ? 'Anderes Mitglied wählen' : 'Mitglied wählen'}
          members={members}
          correction={correction}
        />
        <Button
          className="max-md:w-full"
          busy={isCreating}
          disabled={running !== null && !isCreating}
          onClick={() => run({ kind: 'create', allowDuplicate: false })}
        >
          <UserPlus />
          Neues passives Mitglied
        </Button>
        <Button
          variant="ghost"
          className="max-md:w-full"
          busy={isMarking}
          disabled={running !== null && !isMarking}
          onClick={() => run({ kind: 'guest', isGuest: true })}
        >
          Kein Mitglied
        </Button>
      </div>
    </fieldset>
  )
}

type SuggestedMemberProps = {
  suggestion: Suggestion
  isLikeliest: boolean
  correction: Correction
}

function SuggestedMember({ suggestion, isLikeliest, correction }: SuggestedMemberProps) {
  const id = useId()
  const { running, run } = correction
  const isRunning = running?.kind === 'assign' && running.member === suggestion
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border px-4 py-2.5 max-md:py-3.5">
      <div id={`${id}-who`} className="min-w-0 flex-[1_1_12rem]">
        <MemberFacts member={suggestion} />
        <p className="text-muted-foreground text-sm">{suggestion.reason}</p>
      </div>
      <Button
        id={`${id}-do`}
        aria-labelledby={`${id}-do ${id}-who`}
        variant={isLikeliest ? 'secondary' : 'outline'}
        size="sm"
        className="max-md:w-full"
        busy={isRunning}
        disabled={running !== null && !isRunning}
        onClick={() => run({ kind: 'assign', member: suggestion })}
      >
        Diesem Mitglied zuordnen
      </Button>
    </li>
  )
}

type MemberChoiceProps = {
  label: string
  members: readonly PickableMember[] | null
  correction: Correction
}

/** Searches any member, with a button to confirm. */
function MemberChoice({ label, members, correction }: MemberChoiceProps) {
  const [chosen, setChosen] = useState<PickableMember | null>(null)
  const { running, run } = correction
  const isRunning = running?.kind === 'assign' && running.member === chosen
  return (
    <div className="flex flex-[1_1_18rem] items-end gap-2">
      <Field label={label} className="flex-1">
        {(ids) => (
          <MemberPicker
            {...ids}
            members={members ?? []}
            disabled={!members}
            chosen={chosen}
            onChoose={setChosen}
          />
        )}
      </Field>
      <Button
        variant="secondary"
        busy={isRunning}
        disabled={!chosen || (running !== null && !isRunning)}
        onClick={() => chosen && run({ kind: 'assign', member: chosen })}
      >
        Zuordnen
      </Button>
    </div>
  )
}

/** Name, birthday and state distinguish members. The blanks separate them for screen readers. */
export function MemberFacts({ member }: { member: Candidate }) {
  const { birthday, membershipState } = member
  const { data: exitDate } = useQuery({
    ...membersQuery,
    select: (members) => members.find(({ id }) => id === member.id)?.exitDate,
  })
  return (
    <p className="flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold">{listName(member)}</span>{' '}
      <span className="whitespace-nowrap text-sm tabular-nums">
        {birthday ? germanDate(birthday) : 'ohne Geburtstag'}
      </span>{' '}
      <span className="text-sm">
        <MembershipStateLabel state={membershipState} />
      </span>{' '}
      {exitDate && <ExitBadge date={exitDate} />}
    </p>
  )
}
