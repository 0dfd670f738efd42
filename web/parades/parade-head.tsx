import { ListChecks, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { PageHead } from '#web/components/page.tsx'
import { deleteParade } from '#web/data/parades.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { wholeTimes } from '#web/lib/whole-times.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay, type Day, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { planLines } from '#worker/domain/times.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { CancellationMenu } from './cancellation.tsx'

const back = { to: paths.parades, label: 'Umzüge' }

/** The page's head; a plain title until the parade is loaded. */
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
      <div className="-mt-[3mm] mb-[5mm] hidden print:block">
        {[whenAndWhere(parade), ...planLines(parade)].map((line) => (
          <p key={line}>{wholeTimes(line)}</p>
        ))}
      </div>
    </>
  )
}

/** The first line below the title on paper, where the card with the parade's facts is hidden. */
function whenAndWhere({ date, host, hostPlz, hostTown }: Parade): string {
  const town = [hostPlz, hostTown].filter(Boolean).join(' ')
  return [germanDateWithWeekday(date), host, town].filter(Boolean).join(' · ')
}

function ParadeActions({ parade }: { parade: Parade }) {
  const user = useUser()
  const mayWrite = can(user, 'keepParades')
  return (
    <>
      {mayWrite && (
        <>
          {can(user, 'manage') && <DeleteParade parade={parade} />}
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
      {parade.cancelledAt === null && can(user, 'checkIn') && (
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

function DeleteParade({ parade }: { parade: Parade }) {
  const [isOpen, setOpen] = useState(false)
  const Answer = parade.registrationCount > 0 ? CannotDelete : DeleteDialog
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 />
        Löschen
      </Button>
      {isOpen && <Answer parade={parade} onClose={() => setOpen(false)} />}
    </>
  )
}

type DialogProps = { parade: Parade; onClose: () => void }

const title = 'Umzug löschen?'

const nameOf = (parade: Parade) => `„${parade.title}“ am ${germanDateWithWeekday(parade.date)}`

/** Shown instead of a question, because the server would reject the deletion. */
function CannotDelete({ parade, onClose }: DialogProps) {
  const count = parade.registrationCount
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title={title}
      description={nameOf(parade)}
      footer={<Button onClick={onClose}>Schließen</Button>}
    >
      <Alert tone="error">
        {`Zu diesem Umzug gibt es ${count === 1 ? '1 Anmeldung' : `${count} Anmeldungen`}. Deshalb kann er nicht gelöscht werden.`}
      </Alert>
    </Dialog>
  )
}

function DeleteDialog({ parade, onClose }: DialogProps) {
  const navigate = useNavigate()
  const { submit, isPending, failure } = useSubmit(
    deleteParade(parade.id),
    (_none, _, undoAction) => {
      toast('Umzug gelöscht', undoAction)
      void navigate(paths.parades, { replace: true })
    },
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      tone="destructive"
      busy={isPending}
      failure={failure}
      onConfirm={() => void submit()}
    >
      {`${nameOf(parade)} wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}
