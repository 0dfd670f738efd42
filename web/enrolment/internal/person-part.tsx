import { type Dispatch, useEffect, useId } from 'react'
import { DateField } from '#web/components/date-field.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { memberCostumesQuery, memberParadesQuery } from '#web/data/members.ts'
import { birthdayRule, isImpossibleBirthday } from '#web/enrolment/missing.ts'
import { useQueryOnce } from '#web/lib/query.ts'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import { memberNote, type PickableMember } from '#web/members/shared/member-search.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { berlinDay, type Day } from '#worker/domain/dates.ts'
import { isOwnedOn } from '#worker/domain/ownership.ts'
import type { InternalAction, InternalForm, OwnCostume } from './internal-form.ts'

type PersonPartProps = {
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  today: Day
  members: SectionQuery<PickableMember[]>
}

/** The participant: a member who is picked, or a guest who is typed. */
export function PersonPart({ members, ...typing }: PersonPartProps) {
  const titleId = useId()
  const { form, dispatch } = typing
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className="mb-4 text-2xl tracking-[-0.012em]">
        Wer läuft mit?
      </h2>
      <div className="grid gap-5 max-md:gap-4.5">
        <MemberPart form={form} dispatch={dispatch} members={members} />
        <div className="grid items-start gap-5 max-md:gap-4.5 md:grid-cols-3">
          <NameField {...typing} name="firstName" label="Vorname" />
          <NameField {...typing} name="lastName" label="Nachname" />
          <BirthdayField {...typing} />
        </div>
      </div>
    </section>
  )
}

type TypingProps = Omit<PersonPartProps, 'members'>

type NameFieldProps = TypingProps & { name: 'firstName' | 'lastName'; label: string }

function NameField({ form: { entry }, dispatch, name, label }: NameFieldProps) {
  return (
    <Field label={label} required error={entry.problems[name]}>
      {(ids) => (
        <Input
          {...ids}
          autoComplete="off"
          value={entry[name]}
          onChange={(event) => dispatch({ type: 'typed', field: name, value: event.target.value })}
        />
      )}
    </Field>
  )
}

function BirthdayField({ form: { entry }, dispatch, today }: TypingProps) {
  const { birthday, problems } = entry
  return (
    <DateField
      label="Geburtstag"
      isBirthday
      help="Ab 16 gilt der Preis für Erwachsene."
      today={today}
      value={birthday}
      error={isImpossibleBirthday(birthday, today) ? birthdayRule : problems.birthday}
      onChange={(value) => dispatch({ type: 'birthdayChanged', birthday: value })}
    />
  )
}

type MemberPartProps = {
  form: InternalForm
  dispatch: Dispatch<InternalAction>
  members: SectionQuery<PickableMember[]>
}

/** The member search, with facts about the picked member. */
function MemberPart({ form: { member }, dispatch, members }: MemberPartProps) {
  return (
    <div className="grid gap-2">
      <QuerySection query={members} waiting={null}>
        {() => null}
      </QuerySection>
      <Field label="Mitglied" help={member ? memberNote(member) : searchHelp}>
        {(ids) => (
          <MemberPicker
            {...ids}
            members={members.data ?? []}
            disabled={!members.data}
            chosen={member}
            onChoose={(chosen) => dispatch({ type: 'memberPicked', member: chosen })}
          />
        )}
      </Field>
      {member && <WardrobeNote key={member.id} memberId={member.id} dispatch={dispatch} />}
      {member && (
        <LoadParticipations key={`in ${member.id}`} memberId={member.id} dispatch={dispatch} />
      )}
    </div>
  )
}

const searchHelp = 'Suche nach Name oder Adresse. Wer kein Mitglied ist, wird unten eingetragen.'

type EnrolledInProps = { memberId: number; dispatch: Dispatch<InternalAction> }

/** Loads where the member already takes part, so that the form marks those parades. */
function LoadParticipations({ memberId, dispatch }: EnrolledInProps) {
  const parades = useQueryOnce(memberParadesQuery(memberId))
  const { data } = parades
  useEffect(() => {
    if (data) dispatch({ type: 'participationsCame', paradeIds: data.map(({ id }) => id) })
  }, [data, dispatch])
  return (
    <QuerySection query={parades} waiting={null}>
      {() => null}
    </QuerySection>
  )
}

type WardrobeNoteProps = { memberId: number; dispatch: Dispatch<InternalAction> }

/** Loads the costumes that the member owns today for the form, and lists them. */
function WardrobeNote({ memberId, dispatch }: WardrobeNoteProps) {
  const costumes = useQueryOnce(memberCostumesQuery(memberId))
  const { data } = costumes
  useEffect(() => {
    if (data) dispatch({ type: 'wardrobeCame', wardrobe: ownedToday(data) })
  }, [data, dispatch])
  return (
    <QuerySection query={costumes} waiting={null}>
      {(known) => <p className="text-xs max-md:text-sm">{sentence(ownedToday(known))}</p>}
    </QuerySection>
  )
}

function ownedToday(costumes: readonly OwnCostume[]): OwnCostume[] {
  const today = berlinDay(new Date())
  return costumes.filter((one) => isOwnedOn(today, one))
}

function sentence(costumes: readonly OwnCostume[]): string {
  if (costumes.length === 0) return 'Kein eigenes Kleid eingetragen.'
  const names = costumes.map(({ type, number }) => `${type.name} ${number}`)
  return `${names.length === 1 ? 'Eigenes Kleid' : 'Eigene Kleider'}: ${names.join(', ')}`
}
