import { useGuildName } from '#web/lib/guild-name.ts'
import { usePrinting } from '#web/lib/use-printing.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'

/** On paper alone: whose list this is, and of which day. Stands above the page's head. */
export function PrintHead() {
  const guildName = useGuildName()
  // Drawn anew for each print: the page may have been open since yesterday.
  usePrinting()
  return (
    <p className="mb-[4mm] hidden justify-between border-black border-b-[1.5pt] pb-[2mm] font-semibold print:flex">
      <span>{guildName}</span>
      <span>Stand {germanDate(berlinDay(new Date()))}</span>
    </p>
  )
}
