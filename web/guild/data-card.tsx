import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'

/** What comes into the guild from elsewhere; only for those who may bring it. */
export function DataCard() {
  const mayWrite = hasRole(useUser(), 'management')
  if (!mayWrite) return null
  return (
    <Card bleed className="print:hidden">
      <CardHead
        title="Daten"
        actions={
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.imports}>
              Daten übernehmen
              <ChevronRight />
            </Link>
          </Button>
        }
      />
      <CardBody>
        <p className="max-w-[62ch] text-muted-foreground">
          Mitglieder, Kleider, Ehrungen, Ämter und Umzüge aus einer Excel-Tabelle oder einem anderen
          Programm.
        </p>
      </CardBody>
    </Card>
  )
}
