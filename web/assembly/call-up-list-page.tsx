import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyQuery } from '#web/data/assembly.ts'
import { settingsQuery, useHonorLabels } from '#web/data/guild.ts'
import { prefetch } from '#web/lib/query.ts'
import { honorTotalText } from '#web/statistics/statistic-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { fullName } from '#worker/domain/names.ts'
import { assemblyBackLink, dayFromSearch } from './asked-day.ts'
import { NoHonorsDue } from './no-honors-due.tsx'
import '#web/styles/fonts-ext.css'
import type { ReactNode } from 'react'
import { cn } from '#web/lib/cn.ts'
import { useGuildName } from '#web/lib/guild-name.ts'
import { HonorLabel } from '#web/members/shared/honor-label.tsx'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { type CallUpHonor, callUpOrder } from './call-up.ts'

export function loader({ request }: LoaderFunctionArgs) {
  const asked = dayFromSearch(request)
  prefetch(assemblyQuery(asked), settingsQuery)
  return { asked }
}

/** The list for calling up the honored people, for printing. */
export function CallUpListPage() {
  const { asked } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  // The page waits for the settings: the list is read aloud and needs the guild's own names of the honors.
  const settings = useQuery(settingsQuery)
  return (
    <Wrap narrow>
      <div className="print:hidden">
        <PageHead
          back={assemblyBackLink(asked)}
          title="Aufrufliste"
          lead={assembly.data && leadOf(assembly.data)}
          actions={
            assembly.data &&
            settings.data && (
              <Button variant="primary" onClick={() => void print()}>
                <Printer />
                Drucken
              </Button>
            )
          }
        />
      </div>
      <QuerySection query={assembly} waiting={<PageSpinner />}>
        {(data) => (
          <QuerySection query={settings} waiting={<PageSpinner />}>
            {() =>
              data.rows.length > 0 ? (
                <CallUpSheet assembly={data} />
              ) : (
                <NoHonorsDue date={data.date} />
              )
            }
          </QuerySection>
        )}
      </QuerySection>
    </Wrap>
  )
}

function leadOf({ total, people }: Assembly): string {
  const paper = 'Zum Vorlesen und Abhaken, in der Reihenfolge des Aufrufs.'
  if (total === 0) return paper
  return `${honorTotalText({ honors: total, people })}. ${paper}`
}

/** Prints once the fonts are loaded; the paper would otherwise show other fonts. */
async function print(): Promise<void> {
  await document.fonts?.ready
  window.print()
}

/**
 * The call-up list by honor. The guild and the day stand in a table head, which browsers repeat on every
 * printed sheet.
 */
function CallUpSheet({ assembly }: { assembly: Assembly }) {
  const { called, excused } = callUpOrder(assembly.rows)
  return (
    <Card
      bleed
      className="px-8 pt-6 pb-8 max-md:px-4 print:table print:w-full print:table-fixed print:p-0"
    >
      <SheetHead date={assembly.date} />
      <div className="grid gap-9 pt-5 *:min-w-0 print:table-row-group">
        {called.map(({ title, honors }) => (
          <Part key={title} title={title}>
            {honors.map((honor) => (
              <Honor key={honor.type} {...honor} />
            ))}
          </Part>
        ))}
        {excused.length > 0 && (
          <Part title="Entschuldigt">
            <ul>
              {excused.map((row) => (
                <Row key={`${row.type}-${row.member.id}`} row={row} isExcused />
              ))}
            </ul>
          </Part>
        )}
      </div>
    </Card>
  )
}

function SheetHead({ date }: { date: Day }) {
  const guildName = useGuildName()
  return (
    <div className="print:table-header-group print:break-inside-avoid">
      <p className="flex flex-wrap justify-between gap-x-6 border-border-strong border-b pb-2 text-muted-foreground text-sm print:border-black print:border-b-[1.5pt] print:font-semibold print:text-[11pt] print:text-black">
        <span>{guildName}</span>
        <span>Generalversammlung am {germanDateWithWeekday(date)}</span>
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="print:pt-[6mm]">
      <h2 className="break-after-avoid text-muted-foreground text-sm print:text-[11pt]">{title}</h2>
      {children}
    </section>
  )
}

function Honor({ type, rows }: CallUpHonor) {
  const labels = useHonorLabels()
  return (
    <>
      <h3 className="mt-3 mb-1 break-after-avoid font-display text-xl print:mt-[2.5mm] print:mb-0 print:text-[16pt]">
        <HonorLabel>{labels(type)}</HonorLabel>
      </h3>
      <ul>
        {rows.map((row) => (
          <Row key={row.member.id} row={row} />
        ))}
      </ul>
    </>
  )
}

/** A row in letters that a standing speaker can read. */
function Row({ row, isExcused = false }: { row: AssemblyRow; isExcused?: boolean }) {
  const labels = useHonorLabels()
  const { member, alsoDue, reason } = row
  return (
    <li
      className={cn(
        'grid break-inside-avoid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-baseline gap-x-4 border-b py-2 max-md:grid-cols-1',
        'print:grid-cols-[5mm_minmax(0,9fr)_minmax(0,8fr)] print:gap-x-[3.5mm] print:border-[oklch(0.75_0_0)] print:py-[1.3mm]',
        isExcused && 'text-muted-foreground print:text-[oklch(0.45_0_0)]',
      )}
    >
      <span
        aria-hidden="true"
        className={cn(
          'mt-[1.1mm] hidden size-[4.5mm] self-start border-[1pt] border-black print:block',
          isExcused && 'print:invisible',
        )}
      />
      <Link
        to={paths.member(member.id)}
        className="wrap-anywhere text-balance font-semibold text-inherit text-lg no-underline hover:underline print:text-[15pt]"
      >
        {fullName(member)}
      </Link>
      <p className="wrap-anywhere text-balance print:text-[11pt]">
        {isExcused && <span className="block">{labels(row.type)}</span>}
        {reason}
        {alsoDue.length > 0 && (
          <span className="block text-muted-foreground text-sm print:text-[9pt]">
            Auch fällig: {alsoDue.map((type) => labels(type)).join(', ')}
          </span>
        )}
      </p>
    </li>
  )
}
