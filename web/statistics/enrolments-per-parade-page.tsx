import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { enrolmentsPerParadeQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { EnrolmentsOfParade } from '#worker/statistics/statistics.contract.ts'
import { EnrolmentsCard } from './enrolments-card.tsx'
import { EnrolmentsSkeleton } from './enrolments-skeleton.tsx'

export function loader() {
  prefetch(enrolmentsPerParadeQuery)
  return null
}

export function EnrolmentsPerParadePage() {
  const enrolments = useQuery(enrolmentsPerParadeQuery)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Auswertung der Umzugsanmeldungen"
        lead="Wie viele zu den kommenden Umzügen angemeldet sind, und in welchem Kleid."
        actions={<PrintButton />}
      />
      <QuerySection query={enrolments} waiting={<EnrolmentsSkeleton className={columns} />}>
        {(parades) => (parades.length > 0 ? <Cards parades={parades} /> : <NothingAhead />)}
      </QuerySection>
    </Wrap>
  )
}

const columns =
  'grid items-start gap-6 max-md:gap-4 lg:grid-cols-2 print:grid-cols-2 print:gap-[8mm]'

function Cards({ parades }: { parades: readonly EnrolmentsOfParade[] }) {
  // One scale for all, so that the cards can be compared.
  const most = Math.max(0, ...parades.flatMap((one) => one.enrolments.map((row) => row.enrolments)))
  return (
    <>
      <Sum of={parades.filter(({ parade }) => parade.cancelledAt === null)} />
      <div className={columns}>
        {parades.map((one) => (
          <EnrolmentsCard key={one.parade.id} of={one} most={most} />
        ))}
      </div>
    </>
  )
}

/** Over all parades that take place; of a single one its card says it. */
function Sum({ of: parades }: { of: readonly EnrolmentsOfParade[] }) {
  if (parades.length < 2) return null
  const sum = parades.reduce((count, { total }) => count + total, 0)
  return (
    <p className="mb-4 tabular-nums">
      Zusammen <b className="font-semibold">{sum}</b> {sum === 1 ? 'Anmeldung' : 'Anmeldungen'} zu{' '}
      {parades.length} Umzügen.
    </p>
  )
}

function NothingAhead() {
  return (
    <Card bleed>
      <Empty level="h2" title="Es steht kein Umzug an">
        Sobald ein kommender Umzug angelegt ist, steht hier, wie viele sich angemeldet haben.
      </Empty>
    </Card>
  )
}
