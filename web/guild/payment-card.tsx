import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHead } from '#web/ui/card.tsx'

/** The way to what is set up elsewhere; only for those who may see it. */
export function PaymentCard() {
  const mayWrite = hasRole(useUser(), 'management')
  if (!mayWrite) return null
  return (
    <Card bleed className="print:hidden">
      <CardHead
        title="Online-Zahlung"
        actions={
          <Button asChild variant="ghost" size="sm">
            <Link to={paths.paymentSetup}>
              Einrichtung ansehen
              <ChevronRight />
            </Link>
          </Button>
        }
      />
      <CardBody>
        <p className="max-w-[62ch] text-muted-foreground">
          Ob bei der öffentlichen Anmeldung bezahlt werden kann, und ob die E-Mails dazu
          hinausgehen.
        </p>
      </CardBody>
    </Card>
  )
}
