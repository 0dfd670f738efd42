import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Failure } from '#web/components/failure.tsx'
import { FormInput } from '#web/components/form-fields.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import {
  createHonorKind,
  createOffice,
  deleteHonorKind,
  deleteOffice,
  honorKindsQuery,
  officesQuery,
  saveHonorKind,
  saveOffice,
} from '#web/data/guild.ts'
import type { MutationDefinition } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  ActionsCell,
  ActionsHead,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { can } from '#worker/domain/rights.ts'
import type { CodeChange, GuildCode } from '#worker/guild/guild.contract.ts'

type KindWords = { noun: string; add: string; article: 'das' | 'die'; title: string; help: string }

type Kind = {
  query: typeof officesQuery | typeof honorKindsQuery
  create: MutationDefinition<{ label: string }, GuildCode>
  save: (code: string) => MutationDefinition<CodeChange, GuildCode>
  remove: (code: string) => ReturnType<typeof deleteOffice>
  words: KindWords
}

const office: Kind = {
  query: officesQuery,
  create: createOffice,
  save: saveOffice,
  remove: deleteOffice,
  words: {
    noun: 'Amt',
    add: 'Amt anlegen',
    article: 'das',
    title: 'Ämter',
    help: 'Was es im Dienstbuch gibt. Für welche Ehrung ein Amt zählt, steht bei den Regeln für Ehrungen.',
  },
}

const honor: Kind = {
  query: honorKindsQuery,
  create: createHonorKind,
  save: saveHonorKind,
  remove: deleteHonorKind,
  words: {
    noun: 'Ehrung',
    add: 'Ehrung anlegen',
    article: 'die',
    title: 'Ehrungen',
    help: 'Was die Zunft verleiht. Ab wann eine Ehrung fällig ist, steht bei den Regeln für Ehrungen.',
  },
}

/** The guild's offices and honors: add, rename, hide, delete, order. */
export function GuildCodesCard() {
  return (
    <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
      <CodesCard kind={office} />
      <CodesCard kind={honor} />
    </div>
  )
}

/** The open dialog: for a new office or honor, or for a row to rename or delete. */
type Action = { kind: 'create' } | { kind: 'rename' | 'delete'; row: GuildCode }

function CodesCard({ kind }: { kind: Kind }) {
  const { words, query } = kind
  const mayWrite = can(useUser(), 'keepMembers')
  const rows = useQuery<GuildCode[]>(query as typeof officesQuery)
  const [action, setAction] = useState<Action | null>(null)
  return (
    <Card bleed className="print:hidden">
      <CardHead
        title={words.title}
        tally={rows.data?.length}
        actions={
          mayWrite && (
            <Button variant="ghost" size="sm" onClick={() => setAction({ kind: 'create' })}>
              <Plus />
              {words.add}
            </Button>
          )
        }
      />
      <p className="max-w-[62ch] px-6 pb-2 text-muted-foreground max-md:px-4">{words.help}</p>
      <QuerySection
        query={rows}
        waiting={<TableSkeleton heads={['Name']} size="sm" />}
        className="mx-6 mb-6 max-md:mx-4 max-md:mb-4"
      >
        {(all) => <CodesTable kind={kind} rows={all} onAction={mayWrite ? setAction : null} />}
      </QuerySection>
      {action && <CodeDialog kind={kind} action={action} onClose={() => setAction(null)} />}
    </Card>
  )
}

type CodesTableProps = {
  kind: Kind
  rows: readonly GuildCode[]
  /** null for users who may only read. */
  onAction: ((action: Action) => void) | null
}

function CodesTable({ kind, rows, onAction }: CodesTableProps) {
  return (
    <Table size="sm" phone="flow" aria-label={kind.words.title}>
      <TableHead>
        <TableRow>
          <TableHeadCell>Name</TableHeadCell>
          {onAction && <ActionsHead />}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row, index) => (
          <TableRow key={row.code}>
            <TableCell className="font-semibold wrap-anywhere">
              {row.label}
              {row.hidden && (
                <span className="block font-normal text-muted-foreground text-xs">
                  ausgeblendet
                </span>
              )}
            </TableCell>
            {onAction && (
              <CodeActions
                kind={kind}
                row={row}
                above={rows[index - 1]}
                below={rows[index + 1]}
                onAction={onAction}
              />
            )}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

type CodeActionsProps = {
  kind: Kind
  row: GuildCode
  above: GuildCode | undefined
  below: GuildCode | undefined
  onAction: (action: Action) => void
}

function CodeActions({ kind, row, above, below, onAction }: CodeActionsProps) {
  const { noun } = kind.words
  const { submit, isPending, failure } = useSubmit(
    kind.save(row.code),
    (_saved, { hidden }, undoAction) => {
      if (hidden === undefined) toast('Reihenfolge geändert', undoAction)
      else toast(hidden ? `${noun} ausgeblendet` : `${noun} wieder angeboten`, undoAction)
    },
  )
  const move = (to: GuildCode | undefined) => to && void submit({ position: to.position })
  return (
    <ActionsCell>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${row.label} nach oben`}
        disabled={!above || isPending}
        className="disabled:border-transparent! disabled:bg-transparent!"
        onClick={() => move(above)}
      >
        <ArrowUp />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${row.label} nach unten`}
        disabled={!below || isPending}
        className="disabled:border-transparent! disabled:bg-transparent!"
        onClick={() => move(below)}
      >
        <ArrowDown />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${row.label} ${row.hidden ? 'wieder anbieten' : 'ausblenden'}`}
        disabled={isPending}
        onClick={() => void submit({ hidden: !row.hidden })}
      >
        {row.hidden ? <Eye /> : <EyeOff />}
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`${row.label} umbenennen`}
        onClick={() => onAction({ kind: 'rename', row })}
      >
        <Pencil />
      </Button>
      {!row.builtIn && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${row.label} löschen`}
          onClick={() => onAction({ kind: 'delete', row })}
        >
          <Trash2 />
        </Button>
      )}
      {failure && <Failure failure={failure} />}
    </ActionsCell>
  )
}

type CodeDialogProps = { kind: Kind; action: Action; onClose: () => void }

function CodeDialog({ kind, action, onClose }: CodeDialogProps) {
  if (action.kind === 'delete') {
    return <DeleteDialog kind={kind} row={action.row} onClose={onClose} />
  }
  return (
    <NameDialog kind={kind} row={action.kind === 'rename' ? action.row : null} onClose={onClose} />
  )
}

type Name = { label: string }

/** @param row the row to rename; null for a new one */
function NameDialog({
  kind,
  row,
  onClose,
}: {
  kind: Kind
  row: GuildCode | null
  onClose: () => void
}) {
  const { noun } = kind.words
  const submitting = useSubmitForm({
    initial: { label: row?.label ?? '' },
    read: (body: Name) => ({ body }),
    mutation: (row ? kind.save(row.code) : kind.create) as Kind['create'],
    onSuccess: (_saved, _body, undoAction) => {
      toast(row ? `${noun} umbenannt` : `${noun} angelegt`, undoAction)
      onClose()
    },
  })
  return (
    <SubmitDialog
      title={row ? `${noun} umbenennen` : kind.words.add}
      submitting={submitting}
      confirmLabel="Speichern"
      onClose={onClose}
    >
      <FormInput<Name> name="label" label="Name" required />
    </SubmitDialog>
  )
}

/** Asks before deleting; for an office or honor in use the dialog says at once that it stays. */
function DeleteDialog({ kind, row, onClose }: { kind: Kind; row: GuildCode; onClose: () => void }) {
  const { noun, article } = kind.words
  const { submit, isPending, failure } = useSubmit(
    kind.remove(row.code),
    (_none, _, undoAction) => {
      toast(`${noun} gelöscht`, undoAction)
      onClose()
    },
  )
  const it = article === 'das' ? 'es' : 'sie'
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`${noun} löschen?`}
      tone="destructive"
      busy={isPending}
      failure={failure}
      // Without a handler the dialog has no button for the action, which the server would reject.
      onConfirm={row.inUse ? null : () => void submit()}
    >
      {row.inUse
        ? `„${row.label}“ ist eingetragen oder ließe sich zurückholen und bleibt deshalb. Blende ${it} aus, dann wird ${it} nicht mehr angeboten.`
        : `„${row.label}“ wird gelöscht. Das lässt sich 30 Tage lang rückgängig machen.`}
    </ConfirmDialog>
  )
}
