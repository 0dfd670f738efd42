import { LetterSheet } from '#web/components/print/letter-sheet.tsx'
import { useHonorLabels } from '#web/data/guild.ts'
import { salutation } from '#worker/domain/circular.ts'
import { type Day, germanDate, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { fullName } from '#worker/domain/names.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { type InvitationText, type Invitee, timeWords } from './invitation.ts'

type InvitationSheetProps = {
  invitee: Invitee
  invitation: InvitationText
  guild: GuildSettings
  date: Day
  today: Day
}

/** With more lines than these the letters are smaller. */
const fewLines = 16
const perLine = 85

/** The letter to one person, with everything that they are honored for. */
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
            <strong>{labels[type]}</strong>
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
