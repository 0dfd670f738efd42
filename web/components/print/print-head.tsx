import { useGuildName } from '#web/lib/guild-name.ts'
import { usePrinting } from '#web/lib/use-printing.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'

/** Printed only, above the page's head: the guild's name and the day. */
export function PrintHead() {
  const guildName = useGuildName()
  // Renders again for each print, since the page may have been open since the day before.
  usePrinting()
  return (
    <p className="mb-[4mm] hidden justify-between border-black border-b-[1.5pt] pb-[2mm] font-semibold print:flex">
      <span>{guildName}</span>
      <span>Stand {germanDate(berlinDay(new Date()))}</span>
    </p>
  )
}
