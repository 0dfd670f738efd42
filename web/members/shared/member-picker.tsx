import { X } from 'lucide-react'
import { startTransition, useMemo, useRef, useState } from 'react'
import { SuggestFrame, useListbox } from '#web/components/suggest-list.tsx'
import type { FieldIds } from '#web/ui/field.tsx'
import { EndButton, Input } from '#web/ui/input.tsx'
import { listName } from '#worker/domain/names.ts'
import { findMembers, maxMatches, memberNote, type PickableMember } from './member-search.ts'

type MemberPickerProps<M> = FieldIds & {
  /** The members to choose from; null until loaded: the user can already type, but not choose. */
  members: readonly M[] | null
  /** Leaves out members who have died, where only the living make sense: a new owner, an enrolment. */
  onlyLiving?: boolean
  chosen: Pick<PickableMember, 'firstName' | 'lastName'> | null
  onChoose: (member: M | null) => void
  /** Called with text that is not a chosen member. */
  onType?: (text: string) => void
  placeholder?: string
  disabled?: boolean
  /** A dialog gives its field the focus first. */
  'data-first-focus'?: boolean
}

/** Finds one member by name, maiden name or address while typing. */
export function MemberPicker<M extends PickableMember>({
  members: all,
  onlyLiving = false,
  chosen,
  onChoose,
  onType,
  ...input
}: MemberPickerProps<M>) {
  const members = useMemo(() => (onlyLiving && all ? all.filter(isLiving) : all), [all, onlyLiving])
  const field = useRef<HTMLInputElement>(null)
  const [hasFocus, setFocus] = useState(false)
  const [typed, setTyped] = useState('')
  const text = chosen ? listName(chosen) : typed
  const found = useMemo(
    () => (hasFocus && members ? findMembers(members, text) : noMatches),
    [hasFocus, members, text],
  )
  const choose = (member: M | null) => {
    setTyped('')
    onChoose(member)
  }
  const list = useListbox(found.members.map(asOption), ({ member }) => choose(member as M), {
    mustChoose: true,
  })
  return (
    <SuggestFrame
      list={list}
      label="Mitglieder"
      note={list.isOpen && (members ? noteOf(found.total, text) : 'Laden...')}
    >
      <Input
        {...input}
        ref={field}
        {...list.field}
        value={text}
        className="pr-12"
        onFocus={() => setFocus(true)}
        // Deferred: when an element disappears while the focus moves, a surrounding dialog takes the focus.
        onBlur={() =>
          startTransition(() => {
            list.close()
            setFocus(false)
          })
        }
        onChange={(event) => {
          if (chosen) onChoose(null)
          setTyped(event.target.value)
          onType?.(event.target.value)
          // With text in the field the first match is marked, so that Enter chooses it.
          list.open(event.target.value.trim() ? 0 : -1)
        }}
      />
      {text && !input.disabled && (
        <EndButton
          aria-label="Auswahl leeren"
          isWhole
          onClick={() => {
            choose(null)
            field.current?.focus()
          }}
        >
          <X />
        </EndButton>
      )}
      <span role="status" className="sr-only">
        {list.isOpen && text && (members ? resultAnnouncement(found.total) : 'Laden...')}
      </span>
    </SuggestFrame>
  )
}

const isLiving = ({ membershipState }: PickableMember) => membershipState !== 'Died'
const noMatches = { members: [], total: 0 }

function asOption(member: PickableMember) {
  return {
    member,
    key: member.id,
    value: listName(member),
    label: <MemberName member={member} />,
    note: memberNote(member),
  }
}

function MemberName({ member }: { member: PickableMember }) {
  return (
    <>
      {member.lastName}
      {member.maidenName && (
        <span className="text-muted-foreground text-xs"> (geb: {member.maidenName})</span>
      )}
      {member.firstName && `, ${member.firstName}`}
    </>
  )
}

const counted = new Intl.NumberFormat('de')

function noteOf(total: number, typed: string): string | null {
  if (total > maxMatches) return `${maxMatches} von ${counted.format(total)}. Tippe weiter.`
  if (total > 0) return null
  return typed.trim() ? 'Kein Mitglied gefunden' : null
}

function resultAnnouncement(total: number): string {
  if (total === 0) return 'Kein Mitglied gefunden'
  if (total === 1) return '1 Mitglied gefunden'
  const rest = total > maxMatches ? `, ${maxMatches} davon in der Liste` : ''
  return `${counted.format(total)} Mitglieder gefunden${rest}`
}
