import { Pencil, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { FormEuro } from '#web/components/form-fields.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { saveSettings } from '#web/data/guild.ts'
import { useUser } from '#web/lib/session.ts'
import { optionalEuro, readFields } from '#web/lib/typed.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { MembershipStateLabel } from '#web/members/shared/membership-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ageInWords, type FeeRule, newestTable } from '#worker/domain/fees.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { can } from '#worker/domain/rights.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import { FeeEffects } from './fee-effects.tsx'
import { FeeTableDialog } from './fee-table-dialog.tsx'
import { ChangeButton, type SettingsCardProps } from './settings-card.tsx'
import { settingsConflictRules } from './settings-words.ts'

/** The year to edit; null for a new table. */
type Changing = { year: number | null }

export function FeesCard({ stored, today }: SettingsCardProps) {
  const mayWrite = can(useUser(), 'manage')
  const [changing, setChanging] = useState<Changing | null>(null)
  const { feeRules } = stored
  const thisYear = Number(today.slice(0, 4))
  const tables = Map.groupBy(feeRules, ({ validFrom }) => validFrom)
  const years = [...tables.keys()].sort((a, b) => b - a)
  return (
    <Card bleed>
      <CardHead
        title="Beiträge"
        actions={
          mayWrite && (
            <Button variant="ghost" size="sm" onClick={() => setChanging({ year: null })}>
              <Plus />
              Neue Tabelle
            </Button>
          )
        }
      />
      <p className="max-w-[62ch] px-6 pb-2 text-muted-foreground max-md:px-4 print:hidden">
        Was ein Mitglied im Jahr zahlt, nach Status und Alter am 1. Januar. Eine Tabelle gilt als
        Ganzes: Ab ihrem Jahr zählen nur noch ihre Zeilen.
      </p>
      <FamilyCap stored={stored} thisYear={thisYear} mayWrite={mayWrite} />
      {years.length === 0 && (
        <p className="px-6 pb-6 max-md:px-4">Es gibt noch keine Beitragstabelle.</p>
      )}
      {years.map((year) => (
        <FeeTable
          key={year}
          year={year}
          rules={tables.get(year) ?? []}
          isInForce={year === newestTable(feeRules, thisYear)}
          onChange={mayWrite ? () => setChanging({ year }) : null}
        />
      ))}
      {changing && (
        <FeeTableDialog
          rules={feeRules}
          year={changing.year}
          thisYear={thisYear}
          onClose={() => setChanging(null)}
        />
      )}
    </Card>
  )
}

type FeeTableProps = {
  year: number
  rules: readonly FeeRule[]
  /** The table that applies this year. */
  isInForce: boolean
  /** null for users who may only read. */
  onChange: (() => void) | null
}

function FeeTable({ year, rules, isInForce, onChange }: FeeTableProps) {
  const id = useId()
  return (
    <div className="border-t first-of-type:border-t-0">
      <div className="flex min-h-12 items-center gap-3 pr-4 pl-6 max-md:pr-3 max-md:pl-4">
        <h3 id={id} className="flex flex-1 items-center gap-2">
          Ab {year} {isInForce && <Badge tone="green">gilt jetzt</Badge>}
        </h3>
        {onChange && (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Beiträge ab ${year} ändern`}
            onClick={onChange}
          >
            <Pencil />
          </Button>
        )}
      </div>
      <Table size="sm" aria-labelledby={id}>
        <TableHead>
          <TableRow>
            <TableHeadCell style={{ width: '30%' }}>Status</TableHeadCell>
            <TableHeadCell>Alter</TableHeadCell>
            <TableHeadCell numeric style={{ width: '10rem' }}>
              Beitrag
            </TableHeadCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rules.map((rule) => (
            <TableRow key={`${rule.state} ${rule.ageFrom}`}>
              <TableCell at="first">
                <MembershipStateLabel state={rule.state} />
              </TableCell>
              <TableCell at="second">{ageInWords(rule) || 'jedes'}</TableCell>
              <TableCell numeric at="right">
                {germanEuro(rule.amountInCent)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

type FamilyCapProps = { stored: GuildSettings; thisYear: number; mayWrite: boolean }

/** The family maximum, in the card of the fees. */
function FamilyCap({ stored, thisYear, mayWrite }: FamilyCapProps) {
  const [isOpen, setOpen] = useState(false)
  const { familyCapInCent } = stored
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-6 pb-3 max-md:px-4 print:px-0">
      <p className="flex-1 tabular-nums">
        {familyCapInCent === null
          ? 'Familienbeitrag: keine Grenze'
          : `Familienbeitrag: zusammen höchstens ${germanEuro(familyCapInCent)}`}
      </p>
      {mayWrite && (
        <ChangeButton onClick={() => setOpen(true)}>Familienbeitrag ändern</ChangeButton>
      )}
      {isOpen && (
        <FamilyCapDialog stored={stored} thisYear={thisYear} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}

type FamilyCapDialogProps = { stored: GuildSettings; thisYear: number; onClose: () => void }

type Draft = { familyCapInCent: string }

function FamilyCapDialog({ stored, thisYear, onClose }: FamilyCapDialogProps) {
  const { familyCapInCent, feeRules } = stored
  const submitting = useSubmitForm({
    initial: draftOf({ familyCapInCent }),
    stored: { familyCapInCent },
    shared: { ...settingsConflictRules, draftOf },
    read: readFeesForm,
    mutation: saveSettings,
    onSuccess: (_saved, _body, undoAction) => {
      toast('Familienbeitrag gespeichert', undoAction)
      onClose()
    },
  })
  const draft = submitting.form.watch()
  const isAtRest = useDebouncedValue(draft.familyCapInCent) === draft.familyCapInCent
  const typed = readFeesForm(draft)
  const problem = 'problems' in typed && isAtRest ? typed.problems.familyCapInCent : null
  return (
    <SubmitDialog
      title="Familienbeitrag"
      description="Was die Tabelle von einem Zahler und denen verlangt, für die er zahlt, ist zusammen nie mehr als dieser Betrag. Gekürzt wird bei den Jüngsten zuerst. Wer einen persönlichen Beitrag hat, zählt nicht mit."
      submitting={submitting}
      onClose={onClose}
    >
      <FormEuro<Draft>
        name="familyCapInCent"
        label="Zusammen höchstens"
        className="max-w-48"
        problem={problem}
        help="Leer: keine Grenze."
      />
      {'body' in typed && (
        <FeeEffects
          seen={{ year: thisYear, feeRules, problems: {}, ...typed.body }}
          isAtRest={isAtRest}
        />
      )}
    </SubmitDialog>
  )
}

function draftOf({ familyCapInCent: cents }: Pick<GuildSettings, 'familyCapInCent'>): Draft {
  return { familyCapInCent: cents === null ? '' : germanEuro(cents).replace(/\s€$/u, '') }
}

function readFeesForm(draft: Draft) {
  return readFields(draft, { familyCapInCent: optionalEuro })
}
