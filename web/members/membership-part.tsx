import { useWatch } from 'react-hook-form'
import { FormSelect } from '#web/components/form-fields.tsx'
import { type MembershipState, membershipStates } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { FormPart } from './form-part.tsx'
import { isLeavingState } from './leaving.ts'
import type { MemberDraft } from './member-draft.ts'
import { memberFields } from './member-sections.ts'
import { TimespanRows } from './timespan-rows.tsx'

type MembershipPartProps = {
  today: Day
  /** The state that is stored; null for a new member. */
  stored: MembershipState | null
}

export function MembershipPart({ today, stored }: MembershipPartProps) {
  return (
    <FormPart
      id="mitgliedschaft"
      today={today}
      own={{
        membershipState: (className) => <StateField stored={stored} className={className} />,
        membershipActiveTimespan: () => <TimespanRows today={today} />,
      }}
    />
  )
}

type StateFieldProps = { stored: MembershipState | null; className: string }

function StateField({ stored, className }: StateFieldProps) {
  const chosen = useWatch<MemberDraft, 'membershipState'>({ name: 'membershipState' })
  return (
    <FormSelect<MemberDraft>
      name="membershipState"
      label={memberFields.membershipState.label}
      className={className}
      help={stored && hintFor(stored, chosen)}
    >
      {membershipStates.map((state) => (
        <option key={state} value={state}>
          {membershipStateLabels[state]}
        </option>
      ))}
    </FormSelect>
  )
}

function hintFor(stored: MembershipState, chosen: MembershipState): string | null {
  if (stored === chosen) return null
  if (isLeavingState(chosen)) return 'Beim Speichern wählst Du, was damit endet.'
  if (stored === 'Left') {
    return 'Wieder dabei: Leere das Austrittsdatum. War der Austritt ein Irrtum, nimm ihn auf der Seite des Mitglieds zurück.'
  }
  return stored === 'Died'
    ? 'Ein Todesfall wird von Hand berichtigt: Leere das Austrittsdatum und öffne wieder, was damit geendet hat.'
    : null
}
