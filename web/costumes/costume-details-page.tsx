import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { Fact, FactBox, Facts, FactsCard, FactsSkeleton } from '#web/components/facts.tsx'
import { Failure } from '#web/components/failure.tsx'
import { isNotFound } from '#web/components/missing-page.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { costumeQuery, deleteCostume, ownershipsQuery } from '#web/data/costumes.ts'
import { HistoryCard } from '#web/history/history-card.tsx'
import type { CallFailure } from '#web/lib/call-failure.ts'
import { detailOf } from '#web/lib/failure-detail.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Costume, CostumeReferences } from '#worker/costumes/costumes.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { can } from '#worker/domain/rights.ts'
import { costumeName } from './costume-columns.tsx'
import { CostumeMissing } from './costume-missing.tsx'
import { OwnersCard } from './owners-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetch(costumeQuery(id), ownershipsQuery(id))
  return { id, today: berlinDay(new Date()) }
}

export function CostumeDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <CostumeDetails key={opened.id} {...opened} />
}

function CostumeDetails({ id, today }: ReturnType<typeof loader>) {
  const costume = useQuery(costumeQuery(id))
  const ownerships = useQuery(ownershipsQuery(id))
  if (isNotFound(costume)) return <CostumeMissing />
  const known = costume.data ?? null
  const hadOwners = (ownerships.data?.length ?? 0) > 0
  return (
    <Wrap>
      <CostumeHead costume={known} hadOwners={hadOwners} />
      <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <QuerySection query={costume} waiting={<CostumeFactsSkeleton />}>
          {(loaded) => <CostumeFacts costume={loaded} />}
        </QuerySection>
        <OwnersCard costume={known} ownerships={ownerships} today={today} />
      </div>
      <div className="mt-6">
        <HistoryCard scope={{ entity: 'costume', entityId: id }} title="Verlauf" />
      </div>
    </Wrap>
  )
}

function CostumeFacts({ costume }: { costume: Costume }) {
  const { number, type, registeredSince, registeredUntil, comment } = costume
  return (
    <FactsCard aria-label="Daten des Kleids" className="md:grid-cols-1! md:*:border-r-0!">
      <FactBox title="Kleid">
        <Facts>
          <Fact label="Nummer">{number}</Fact>
          <Fact label="Kleidertyp">{type.name}</Fact>
          <Fact label="Angemeldet seit">{registeredSince && germanDate(registeredSince)}</Fact>
          <Fact label="Abgemeldet am">{registeredUntil && germanDate(registeredUntil)}</Fact>
          <Fact label="Kommentar">
            {comment && <span className="whitespace-pre-line">{comment}</span>}
          </Fact>
        </Facts>
      </FactBox>
    </FactsCard>
  )
}

const waiting = {
  Kleid: ['Nummer', 'Kleidertyp', 'Angemeldet seit', 'Abgemeldet am', 'Kommentar'],
}

function CostumeFactsSkeleton() {
  return <FactsSkeleton boxes={waiting} />
}

const back = { to: paths.costumes, label: 'Kleider' }

type CostumeHeadProps = {
  /** null until loaded; the title is plain then. */
  costume: Costume | null
  /** False until loaded. */
  hadOwners: boolean
}

function CostumeHead({ costume, hadOwners }: CostumeHeadProps) {
  const user = useUser()
  const mayWrite = can(user, 'keepCostumes')
  if (!costume) return <PageHead back={back} title="Kleid" />
  return (
    <PageHead
      back={back}
      title={costumeName(costume)}
      badge={costume.registeredUntil && <Badge>Abgemeldet</Badge>}
      actions={
        mayWrite && (
          <>
            {can(user, 'manage') && <DeleteCostume costume={costume} hadOwners={hadOwners} />}
            <Button asChild>
              <Link to={paths.costumeEdit(costume.id)}>
                <Pencil />
                Bearbeiten
              </Link>
            </Button>
          </>
        )
      }
    />
  )
}

type DeleteCostumeProps = { costume: Costume; hadOwners: boolean }

function DeleteCostume(props: DeleteCostumeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        <Trash2 />
        Löschen
      </Button>
      {isOpen && <DeleteCostumeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type DeleteCostumeDialogProps = {
  costume: Costume
  /** Whether the costume had owners, so that the dialog says at once that it cannot be deleted. */
  hadOwners: boolean
  onClose: () => void
}

/** A costume with history cannot be deleted: the dialog names the reasons and links to deregistration. */
function DeleteCostumeDialog({ costume, hadOwners, onClose }: DeleteCostumeDialogProps) {
  const navigate = useNavigate()
  const { submit, isPending, failure } = useSubmit(
    deleteCostume(costume.id),
    (_none, _, undoAction) => {
      toast('Kleid gelöscht', undoAction)
      void navigate(paths.costumes, { replace: true })
    },
  )
  const error = failure?.error
  const references = error?.code === 'CostumeInUse' ? error.references : undefined
  const isRegistered = costume.registeredUntil === null
  const isHeld = hadOwners || references !== undefined
  return (
    <Dialog
      role="alertdialog"
      open
      onOpenChange={onClose}
      title="Kleid löschen?"
      description={descriptionOf(costume, hadOwners, references !== undefined)}
      busy={isPending}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Abbrechen
          </Button>
          {!isHeld && (
            <Button variant="destructive" busy={isPending} onClick={() => void submit()}>
              <Trash2 />
              OK
            </Button>
          )}
          {isHeld && isRegistered && (
            <Button asChild variant="primary">
              <Link to={paths.costumeEdit(costume.id)}>Kleid abmelden</Link>
            </Button>
          )}
        </>
      }
    >
      {failure && (
        <Refused
          failure={failure}
          references={references ? referencesInWords(references) : []}
          stays={isRegistered}
        />
      )}
    </Dialog>
  )
}

function descriptionOf(costume: Costume, hadOwners: boolean, isHeld: boolean): string {
  const name = costumeName(costume)
  if (isHeld) return name
  return hadOwners
    ? `${name} hat eine Geschichte: Es hatte schon Besitzer. Ein solches Kleid wird nicht gelöscht, sondern abgemeldet.`
    : `${name} wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`
}

type RefusedProps = { failure: CallFailure; references: readonly string[]; stays: boolean }

function Refused({ failure, references, stays }: RefusedProps) {
  if (references.length === 0) return <Failure failure={failure} detail={detailOf(failure)} />
  const isOne = references.length === 1 && references[0]?.startsWith('1\u00a0')
  return (
    <>
      <Alert tone="error">
        <p>{failure.message}</p>
        <p>{`Dazu ${isOne ? 'gehört' : 'gehören'} noch ${references.join(' und ')}.`}</p>
      </Alert>
      <p>
        {stays
          ? 'Damit nichts davon verloren geht, bleibt das Kleid im Register. Du kannst eintragen, wann es abgemeldet wurde.'
          : 'Damit nichts davon verloren geht, bleibt das Kleid im Register.'}
      </p>
    </>
  )
}

/** "2 Besitzer", "1 Umzug": the reasons against deleting. */
function referencesInWords({ ownerships, participations }: CostumeReferences): string[] {
  return [
    ownerships > 0 && (ownerships === 1 ? '1\u00a0Besitzer' : `${ownerships}\u00a0Besitzer`),
    participations > 0 && (participations === 1 ? '1\u00a0Umzug' : `${participations}\u00a0Umzüge`),
  ].filter((words) => words !== false)
}
