import { ReceiptEuro, Search } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { paradesOfYearQuery } from '#web/data/parades.ts'
import { prefetch } from '#web/lib/query.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { ParadeDrafts } from './parade-drafts.tsx'
import { ParadesOfYear } from './parades-of-year.tsx'
import { selectedYear, selectYear } from './selected-year.ts'
import { YearSwitch } from './year-switch.tsx'

export function loader() {
  const today = berlinDay(new Date())
  const year = selectedYear(today)
  prefetch(paradesOfYearQuery(year))
  return { today, year }
}

export function ParadesPage() {
  const { today, ...opened } = useLoaderData<typeof loader>()
  const [year, setYear] = useState(opened.year)
  const mayWrite = hasRole(useUser(), 'management')
  const show = (next: number) => {
    selectYear(next)
    setYear(next)
  }
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        title="Umzüge"
        actions={
          <>
            <PrintButton />
            <HostsLink />
            {mayWrite ? <CreateLink /> : <PaymentsLink />}
          </>
        }
      />
      {mayWrite && <ParadeDrafts />}
      <Card bleed>
        <YearSwitch year={year} onYear={show} />
        <ParadesOfYear
          key={year}
          year={year}
          today={today}
          hint={mayWrite ? 'Lege ihn an oder wähle ein anderes Jahr.' : 'Wähle ein anderes Jahr.'}
        />
      </Card>
    </Wrap>
  )
}

function HostsLink() {
  return (
    <Button asChild>
      <Link to={paths.paradeHosts}>
        <Search />
        Gastgeber suchen
      </Link>
    </Button>
  )
}

/** Who manages finds the payments on the overview, which is nearly empty for everybody else. */
function PaymentsLink() {
  return (
    <Button asChild>
      <Link to={paths.orders}>
        <ReceiptEuro />
        Zahlungen
      </Link>
    </Button>
  )
}

function CreateLink() {
  return (
    <Button asChild variant="primary">
      <Link to={paths.paradeCreate}>+ Umzug Anlegen</Link>
    </Button>
  )
}
