import { ListChecks, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { PageHead } from '#web/components/page.tsx'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { berlinDay, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { CancellationMenu } from './cancellation.tsx'
import { DeleteParade } from './delete-parade.tsx'

const back = { to: paths.parades, label: 'Umzüge' }

/** Until the parade is known the page has a plain title. */
export function ParadeHead({ parade, today }: { parade: Parade | null; today: Day }) {
  if (!parade) return <PageHead back={back} title="Umzug" />
  return (
    <>
      <PageHead
        back={back}
        title={parade.title}
        badge={
          parade.date === today &&
          parade.cancelledAt === null && (
            <Badge tone="blue" className="print:hidden">
              Heute
            </Badge>
          )
        }
        lead={`${germanDateWithWeekday(parade.date)} · ${parade.host}`}
        actions={<ParadeActions parade={parade} />}
      />
      <p className="-mt-[3mm] mb-[5mm] hidden print:block">{whenAndWhere(parade)}</p>
    </>
  )
}

/** For the paper, which leaves the facts out. */
function whenAndWhere({ date, host, hostPlz, hostTown }: Parade): string {
  const town = [hostPlz, hostTown].filter(Boolean).join(' ')
  return [germanDateWithWeekday(date), host, town].filter(Boolean).join(' · ')
}

function ParadeActions({ parade }: { parade: Parade }) {
  const user = useUser()
  const mayWrite = hasRole(user, 'management')
  return (
    <>
      {mayWrite && (
        <>
          <DeleteParade parade={parade} />
          {(parade.cancelledAt !== null || parade.date >= berlinDay(new Date())) && (
            <CancellationMenu parade={parade} />
          )}
          <Button asChild>
            <Link to={paths.paradeEdit(parade.id)}>
              <Pencil />
              Bearbeiten
            </Link>
          </Button>
        </>
      )}
      {parade.cancelledAt === null && hasRole(user, 'management', 'helper') && (
        <Button asChild variant="primary">
          <Link to={paths.checkIn(parade.id)}>
            <ListChecks />
            Teilnahme abhaken
          </Link>
        </Button>
      )}
    </>
  )
}
