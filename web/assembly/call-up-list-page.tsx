import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyQuery } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { prefetch } from '#web/lib/query.ts'
import { totalOf } from '#web/statistics/total-words.ts'
import { Button } from '#web/ui/button.tsx'
import type { Assembly } from '#worker/assembly/assembly.contract.ts'
import { askedDay, backToAssembly } from './asked-day.ts'
import { CallUpSheet } from './call-up-sheet.tsx'
import { NobodyToHonor } from './nobody-to-honor.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const asked = askedDay(request)
  prefetch(assemblyQuery(asked), settingsQuery)
  return { asked }
}

/** Who is called up at the assembly, on paper. */
export function CallUpListPage() {
  const { asked } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  // Nobody reads aloud from a sheet that calls the honors by other names than the guild's.
  const settings = useQuery(settingsQuery)
  return (
    <Wrap narrow>
      <div className="print:hidden">
        <PageHead
          back={backToAssembly(asked)}
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
                <NobodyToHonor date={data.date} />
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
  return `${totalOf({ honors: total, people })}. ${paper}`
}

/** A name in letters that are still on their way would be printed in others. */
async function print(): Promise<void> {
  await document.fonts?.ready
  window.print()
}
