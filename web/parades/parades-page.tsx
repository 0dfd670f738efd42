import { ReceiptEuro, Search } from 'lucide-react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { berlinDay } from '#worker/domain/dates.ts'
import { loadParadesOfYear } from './parades.api.ts'
import { ParadesOfYear } from './parades-of-year.tsx'
import { selectedYear, selectYear } from './selected-year.ts'
import { YearSwitch } from './year-switch.tsx'

export function loader() {
  const today = berlinDay(new Date())
  const year = selectedYear(today)
  return { today, year, parades: loadParadesOfYear(year) }
}

export function ParadesPage() {
  const { today, year, parades } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const mayWrite = hasRole(useUser(), 'management')
  const show = (next: number) => {
    selectYear(next)
    void revalidate()
  }
  return (
    <Wrap>
      <PageHead
        title="Umzüge"
        actions={
          <>
            <HostsLink />
            {mayWrite ? <CreateLink /> : <PaymentsLink />}
          </>
        }
      />
      <Card bleed>
        <YearSwitch year={year} onYear={show} />
        <ParadesOfYear
          key={year}
          year={year}
          asked={parades}
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
