import { LetterSheet } from '#web/components/print/letter-sheet.tsx'
import { useHonorLabels } from '#web/data/guild.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { salutation } from '#worker/domain/circular.ts'
import { type Day, germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { hasFullAddress } from '#worker/domain/households.ts'
import { compareNames, fullName } from '#worker/domain/names.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'

type InvitationSheetProps = {
  invitee: Invitee
  invitation: InvitationText
  guild: GuildSettings
  date: Day
  today: Day
}

/** A letter with more lines than `fewLines` gets a smaller font; a line has about `perLine` characters. */
const fewLines = 16
const perLine = 85

/** The letter to one person, listing all of their honors. */
export function InvitationSheet(props: InvitationSheetProps) {
  const { invitee, invitation, guild, date, today } = props
  const labels = useHonorLabels()
  const { member, rows, address } = invitee
  const { place, text } = invitation
  const time = timeWords(invitation.time)
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), rows.length)
  return (
    <LetterSheet
      sender={trimmed([guild.name, guild.street, `${guild.plz} ${guild.town}`]).join(' · ')}
      address={trimmed([
        fullName(member),
        `${address?.addressStreet ?? ''} ${address?.addressNumber ?? ''}`,
        `${address?.addressPlz ?? ''} ${address?.addressTown ?? ''}`,
      ])}
      info={trimmed([guild.name, guild.contactEmail, germanDate(today)])}
      subject="Einladung zur Generalversammlung"
      isDense={lines > fewLines}
    >
      <p>{salutation([member])}</p>
      <p>wir laden Dich herzlich zu unserer Generalversammlung ein:</p>
      <p>
        <strong>
          {trimmed([germanDateWithWeekday(date), time, place]).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </strong>
      </p>
      <p>An diesem Tag wollen wir Dich ehren:</p>
      <ul className="list-disc ps-[1.2em]">
        {rows.map(({ type, reason }) => (
          <li key={type}>
            <strong>{labels(type)}</strong>
            {reason && ` (${reason})`}
          </li>
        ))}
      </ul>
      {text.trim() && <p className="whitespace-pre-line">{text.trim()}</p>}
      <p>
        Viele Grüße
        <br />
        {guild.name}
      </p>
    </LetterSheet>
  )
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter(Boolean)
}

/** The text of all invitations, edited on the page and stored in the browser. */
export type InvitationText = { place: string; time: string; text: string }

/** A member to invite to the assembly, with all of the member's honors that are not entered yet. */
export type Invitee = {
  member: AssemblyRow['member']
  rows: readonly AssemblyRow[]
  /** The member with the address to print; null when the address is incomplete. */
  address: MemberRow | null
  /** The latest day noted as "eingeladen" at one of the honors; null when none has such a day. */
  invitedOn: string | null
  isExcused: boolean
}

/** The recipients: everyone with an honor that is not entered yet; people without a complete address first. */
export function inviteesOf(rows: readonly AssemblyRow[], members: readonly MemberRow[]): Invitee[] {
  const byId = new Map(members.map((member) => [member.id, member]))
  const open = rows.filter(({ honorId }) => honorId === null)
  const people = [...Map.groupBy(open, ({ member }) => member.id).values()].flatMap((own) => {
    const [first] = own
    return first ? [inviteeOf(first.member, own, byId.get(first.member.id))] : []
  })
  return people.toSorted(
    (a, b) =>
      Number(a.address !== null) - Number(b.address !== null) || compareNames(a.member, b.member),
  )
}

function inviteeOf(
  member: AssemblyRow['member'],
  rows: readonly AssemblyRow[],
  known: MemberRow | undefined,
): Invitee {
  const days = rows.flatMap(({ invitedOn }) => invitedOn ?? []).sort()
  return {
    member,
    rows,
    address: known && hasFullAddress(known) ? known : null,
    invitedOn: days.at(-1) ?? null,
    isExcused: rows.some(({ attendance }) => attendance === 'excused'),
  }
}

/** Why a letter is not ticked by default, or cannot be printed. */
export function invitationHint({ address, invitedOn, isExcused }: Invitee): string | null {
  if (address === null) return 'Keine vollständige Anschrift'
  if (isExcused) return 'Entschuldigt'
  return invitedOn === null ? null : `Eingeladen am ${germanDate(invitedOn)}`
}

/** Formats "19:30" and "19" as times; other text stays as typed. */
function timeWords(typed: string): string {
  const time = typed.trim()
  return /^\d{1,2}([:.]\d{2})?$/.test(time) ? `${time} Uhr` : time
}

const key = 'assembly-invitation'
const nothing: InvitationText = { place: '', time: '', text: '' }

export function storedInvitation(): InvitationText {
  try {
    const stored: unknown = JSON.parse(readStored(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return nothing
    const textOf = (field: keyof InvitationText) => {
      const value: unknown = Object.entries(stored).find(([name]) => name === field)?.[1]
      return typeof value === 'string' ? value : ''
    }
    return { place: textOf('place'), time: textOf('time'), text: textOf('text') }
  } catch {
    return nothing
  }
}

export function storeInvitation(invitation: InvitationText): void {
  writeStored(key, JSON.stringify(invitation))
}
