import { UserPlus } from 'lucide-react'
import type { PickableMember } from '#web/members/shared/member-search.ts'
import { Button } from '#web/ui/button.tsx'
import type { UnmatchedPerson } from '#worker/enrolment/enrolment.contract.ts'
import { MemberChoice } from './member-choice.tsx'
import { SuggestedMember } from './suggested-member.tsx'
import type { Correction } from './use-correction.ts'

type WaysToMatchProps = {
  person: UnmatchedPerson
  /** The element with the person's name. */
  nameId: string
  members: readonly PickableMember[] | null
  correction: Correction
}

/** One click where the server has a suggestion, a search for the others, a new member as the last. */
export function WaysToMatch({ person, nameId, members, correction }: WaysToMatchProps) {
  const { standing, running, run } = correction
  const isCreating = running?.kind === 'create'
  const isMarking = running?.kind === 'guest'
  return (
    // Spec §4: once matched, the controls are disabled.
    <fieldset
      disabled={standing.match !== null || standing.isGuest === true}
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
