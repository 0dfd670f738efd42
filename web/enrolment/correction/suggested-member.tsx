import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { Suggestion } from '#worker/enrolment/enrolment.contract.ts'
import { MemberFacts } from './member-facts.tsx'
import type { Correction } from './use-correction.ts'

type SuggestedMemberProps = {
  suggestion: Suggestion
  isLikeliest: boolean
  correction: Correction
}

export function SuggestedMember({ suggestion, isLikeliest, correction }: SuggestedMemberProps) {
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
