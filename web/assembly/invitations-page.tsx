import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PageSpinner } from '#web/components/page-spinner.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { assemblyQuery } from '#web/data/assembly.ts'
import { settingsQuery } from '#web/data/guild.ts'
import { membersQuery } from '#web/data/members.ts'
import { prefetch } from '#web/lib/query.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { askedDay, backToAssembly } from './asked-day.ts'
import { InvitationsForm } from './invitations-form.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const asked = askedDay(request)
  prefetch(assemblyQuery(asked), membersQuery, settingsQuery)
  return { asked, today: berlinDay(new Date()) }
}

/** Letters to everybody who is honored at the assembly. */
export function InvitationsPage() {
  const { asked, today } = useLoaderData<typeof loader>()
  const assembly = useQuery(assemblyQuery(asked))
  const members = useQuery(membersQuery)
  const settings = useQuery(settingsQuery)
  return (
    <Wrap>
      <PageHead
        back={backToAssembly(asked)}
        title="Einladungen"
        lead="Für jede Person ein Brief mit allen ihren Ehrungen, für Umschläge mit Fenster."
      />
      <QuerySection query={assembly} waiting={<PageSpinner />}>
        {(data) => (
          <QuerySection query={members} waiting={<PageSpinner />}>
            {(rows) => (
              <QuerySection query={settings} waiting={<PageSpinner />}>
                {(guild) => (
                  <InvitationsForm assembly={data} members={rows} guild={guild} today={today} />
                )}
              </QuerySection>
            )}
          </QuerySection>
        )}
      </QuerySection>
    </Wrap>
  )
}
