import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { FormInput } from '#web/components/form-fields.tsx'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection } from '#web/components/query-section.tsx'
import { SubmitDialog } from '#web/components/submit-dialog.tsx'
import { TableSkeleton } from '#web/components/table-skeleton.tsx'
import { requestDisclosure, retentionQuery } from '#web/data/privacy.ts'
import { prefetch } from '#web/lib/query.ts'
import { useUser } from '#web/lib/session.ts'
import { readFields } from '#web/lib/typed.ts'
import { useSubmitForm } from '#web/lib/use-submit-form.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/card.tsx'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeadCell,
  TableRow,
} from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import { membershipStateLabels } from '#worker/domain/labels.ts'
import { listName } from '#worker/domain/names.ts'
import { formerMembers, periodInWords, retention } from '#worker/domain/retention.ts'
import { can } from '#worker/domain/rights.ts'
import type { FormerMember, RuleRun } from '#worker/privacy/privacy.contract.ts'
import { ruleWords } from './retention-words.ts'

export function loader() {
  prefetch(retentionQuery)
  return null
}

/** The retention periods, and the result of last night's run. */
export function RetentionPage() {
  const query = useQuery(retentionQuery)
  const mayWrite = can(useUser(), 'manage')
  const [isOpen, setOpen] = useState(false)
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.settings, label: 'Einstellungen' }}
        title="Aufbewahrung"
        lead="Was abgelaufen ist, löscht das Programm jede Nacht nach zwei Uhr."
        actions={
          mayWrite && (
            <Button onClick={() => setOpen(true)}>
              <Mail />
              Auskunft per E-Mail
            </Button>
          )
        }
      />
      <QuerySection
        query={query}
        waiting={
          <Card bleed>
            <CardHead title="Was von selbst gelöscht wird" />
            <TableSkeleton heads={ruleHeads} size="sm" />
          </Card>
        }
      >
        {({ rules, members }) => (
          <div className="grid gap-6 *:min-w-0">
            <RulesCard rules={rules} />
            <ProposedCard members={members} />
          </div>
        )}
      </QuerySection>
      {isOpen && <DisclosureDialog onClose={() => setOpen(false)} />}
    </Wrap>
  )
}

const ruleHeads = ['Was', 'Wie lange', 'Warum', 'Zuletzt gelöscht']

/** Each rule with its subject, period, reason and last run. */
function RulesCard({ rules }: { rules: readonly RuleRun[] }) {
  return (
    <Card bleed>
      <CardHead id="rules" title="Was von selbst gelöscht wird" />
      <Table size="sm" phone="flow" aria-labelledby="rules">
        <TableHead>
          <TableRow>
            {ruleHeads.map((head) => (
              <TableHeadCell key={head}>{head}</TableHeadCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rules.map(({ rule, last }) => {
            const { what, since, why } = ruleWords[rule]
            return (
              <TableRow key={rule}>
                <TableCell className="font-semibold">{what}</TableCell>
                <TableCell>
                  {periodInWords(retention[rule])} {since}
                </TableCell>
                <TableCell className="text-muted-foreground">{why}</TableCell>
                <TableCell className="tabular-nums">{lastWords(rule, last)}</TableCell>
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </Card>
  )
}

function lastWords(rule: RuleRun['rule'], last: RuleRun['last']): string {
  if (rule === 'networks' || rule === 'stagedImports') return 'laufend, alle fünf Minuten'
  if (!last) return 'noch nie'
  const at = new Date(last.at)
  const rows = last.rowCount === 0 ? 'nichts zu löschen' : entries(last.rowCount)
  return `${germanDate(berlinDay(at))}, ${berlinTime(at)}\u00a0Uhr: ${rows}`
}

const entries = (count: number) => (count === 1 ? '1 Eintrag' : `${count} Einträge`)

const proposedHeads = ['Mitglied', 'Status', 'Seit']

/** The members who may be anonymised, each with a link to where staff decide: it is never automatic. */
function ProposedCard({ members }: { members: readonly FormerMember[] }) {
  const isSome = members.length > 0
  return (
    <Card bleed>
      <CardHead
        id="proposed"
        title="Ehemalige Mitglieder"
        tally={isSome && String(members.length)}
      />
      <p className="max-w-[62ch] px-6 pb-4 text-muted-foreground max-md:px-4">
        {isSome
          ? `Seit mehr als ${formerMembers.count} Monaten ausgetreten oder verstorben, und nichts ist offen: Wessen Daten die Zunft nicht mehr braucht, lässt sich anonymisieren. Von selbst geschieht das nie.`
          : `Niemand ist seit mehr als ${formerMembers.count} Monaten ausgetreten oder verstorben, ohne dass noch etwas offen ist.`}
      </p>
      {isSome && (
        <Table size="sm" aria-labelledby="proposed">
          <OpenHeads heads={proposedHeads} />
          <TableBody>
            {members.map((member) => (
              <TableRow key={member.id} opens>
                <TableCell at="first">
                  <RowLink to={paths.member(member.id)}>{listName(member)}</RowLink>
                </TableCell>
                <TableCell at="second">{membershipStateLabels[member.membershipState]}</TableCell>
                <TableCell at="right" className="tabular-nums">
                  {germanDate(member.leftOn)}
                </TableCell>
                <OpenCell />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      )}
    </Card>
  )
}

type Draft = { emailAddress: string }

/** A request for disclosure by address: the answer is mailed to that address in any case. */
function DisclosureDialog({ onClose }: { onClose: () => void }) {
  const submitting = useSubmitForm({
    initial: { emailAddress: '' },
    read: (draft: Draft) => readFields(draft, {}),
    mutation: requestDisclosure,
    onSuccess: ({ sent }) => {
      toast(
        sent
          ? 'Auskunft ist unterwegs'
          : 'Auskunft vorbereitet, aber E-Mails sind nicht eingerichtet',
      )
      onClose()
    },
  })
  return (
    <SubmitDialog
      title="Auskunft per E-Mail"
      description={`An diese Adresse geht ein Link zu allem, was unter ihr gespeichert ist. Er gilt ${periodInWords(retention.disclosures)}.`}
      submitting={submitting}
      confirmLabel="Link verschicken"
      blocked={submitting.form.watch('emailAddress').trim() === ''}
      onClose={onClose}
    >
      <FormInput<Draft>
        name="emailAddress"
        label="E-Mail Adresse"
        inputMode="email"
        help="Ob etwas gespeichert ist, erfährt nur, wer die E-Mail liest."
        required
      />
    </SubmitDialog>
  )
}
