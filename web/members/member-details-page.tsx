import { useQuery } from '@tanstack/react-query'
import { EyeOff, LogOut } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, Navigate, useLoaderData } from 'react-router'
import { isNotFound } from '#web/components/missing-page.tsx'
import { Wrap } from '#web/components/page.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { useHonorLabels, useOffices } from '#web/data/guild.ts'
import {
  type MemberCostume,
  memberCostumesQuery,
  memberDutiesQuery,
  memberFamilyQuery,
  memberFeeQuery,
  memberHonorsQuery,
  memberParadesQuery,
  memberQuery,
  prefetchMember,
} from '#web/data/members.ts'
import { mergedIntoOf } from '#web/data/merges.ts'
import { HistoryCard } from '#web/history/history-card.tsx'
import { useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { Alert } from '#web/ui/alert.tsx'
import {
  OpenCell,
  OpenHeads,
  RowLink,
  Table,
  TableBody,
  TableCell,
  TableRow,
} from '#web/ui/table.tsx'
import { addDays, berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import { isOwnedOn } from '#worker/domain/ownership.ts'
import { can } from '#worker/domain/rights.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { loadedReferences } from './delete-member-dialog.tsx'
import { dutyKind } from './duty-kind.tsx'
import { EntryCard } from './entry-card.tsx'
import { EntryDialog } from './entry-dialog.tsx'
import { honorKind } from './honor-kind.tsx'
import { MemberFacts, MemberFactsSkeleton } from './member-facts.tsx'
import { MemberHead } from './member-head.tsx'
import { MemberMissing } from './member-missing.tsx'
import { ParadesCard } from './parades-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { SectionCard } from './section-card.tsx'

export function loader({ params }: LoaderFunctionArgs) {
  const id = Number(params.id)
  prefetchMember(id)
  return { id, today: berlinDay(new Date()) }
}

export function MemberDetailsPage() {
  const opened = useLoaderData<typeof loader>()
  return <MemberDetails key={opened.id} {...opened} />
}

function MemberDetails({ id, today }: ReturnType<typeof loader>) {
  const member = useQuery(memberQuery(id))
  const fee = useQuery(memberFeeQuery(id))
  const family = useQuery(memberFamilyQuery(id))
  const costumes = useQuery(memberCostumesQuery(id))
  const honors = useQuery(memberHonorsQuery(id))
  const duties = useQuery(memberDutiesQuery(id))
  const parades = useQuery(memberParadesQuery(id))
  const labels = useHonorLabels()
  const [isEnteringDuty, setEnteringDuty] = useState(false)
  const offices = useOffices()
  const duty = dutyKind(member.data?.birthday ?? null, offices.labelOf, today)
  const user = useUser()
  const mayWrite = can(user, 'keepMembers')
  const isNobody = member.data?.anonymisedAt !== undefined
  const mergedInto = mergedIntoOf(member.error)
  if (mergedInto !== null) return <Navigate to={paths.member(mergedInto)} replace />
  if (isNotFound(member)) return <MemberMissing />
  return (
    <Wrap>
      <PrintHead />
      <MemberHead
        member={member.data ?? null}
        references={loadedReferences({
          participations: parades,
          ownerships: costumes,
          honors,
          duties,
        })}
        today={today}
        onEnterDuty={() => setEnteringDuty(true)}
      />
      <div className="grid gap-6">
        <QuerySection query={member} waiting={<MemberFactsSkeleton />}>
          {(known) => (
            <>
              <ExitBand member={known} />
              <AnonymisedBand member={known} />
              <MemberFacts member={known} fee={fee} family={family} today={today} />
            </>
          )}
        </QuerySection>
        <div className="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
          <CostumesCard costumes={costumes} today={today} />
          <EntryCard
            kind={honorKind(labels)}
            entries={honors}
            memberId={id}
            today={today}
            isReadonly={isNobody}
          />
        </div>
        <EntryCard kind={duty} entries={duties} memberId={id} today={today} isReadonly={isNobody} />
        <ParadesCard
          parades={parades}
          stand={member.data ?? null}
          editPath={mayWrite && !isNobody ? paths.memberEdit(id) : null}
          today={today}
        />
        <HistoryCard scope={{ entity: 'member', entityId: id }} title="Verlauf" />
        {can(user, 'manage') && member.data && <PrivacyCard member={member.data} />}
      </div>
      {isEnteringDuty && (
        <EntryDialog
          kind={duty}
          memberId={id}
          entry={null}
          entries={duties.data ?? []}
          today={today}
          onClose={() => setEnteringDuty(false)}
        />
      )}
    </Wrap>
  )
}

/** A pending exit, and what applies until then. */
function ExitBand({ member: { exit } }: { member: Member }) {
  if (!exit || exit.effective) return null
  return (
    <Alert tone="info" icon={LogOut} title={`Tritt aus zum ${germanDate(exit.date)}`}>
      Bis dahin bleibt alles wie bei jedem Mitglied, auch der Beitrag. Am{' '}
      {germanDate(addDays(exit.date, 1))} wird der Status „Ausgetreten“.
    </Alert>
  )
}

/** Says that the member was anonymised, which explains the missing data. */
function AnonymisedBand({ member: { anonymisedAt } }: { member: Member }) {
  if (anonymisedAt === undefined) return null
  const day = germanDate(berlinDay(new Date(anonymisedAt)))
  return (
    <Alert tone="info" icon={EyeOff} title={`Anonymisiert am ${day}`}>
      Wer das war, ist nicht mehr gespeichert. Was gezählt wird, bleibt; ändern lässt sich nichts
      mehr.
    </Alert>
  )
}

const heads = ['Nummer', 'Kleidertyp', 'Von', 'Bis']

type CostumesCardProps = { costumes: SectionQuery<MemberCostume[]>; today: Day }

function CostumesCard({ costumes, today }: CostumesCardProps) {
  return (
    <SectionCard title="Kleider" rows={costumes} heads={heads} empty="Noch kein Kleid.">
      {(rows) => (
        <Table size="sm">
          <OpenHeads heads={heads} />
          <TableBody>
            {currentFirst(rows, today).map((row) => (
              // A costume may be owned by the same member more than once.
              <CostumeRow key={`${row.id} ${row.ownedFrom} ${row.ownedTo}`} row={row} />
            ))}
          </TableBody>
        </Table>
      )}
    </SectionCard>
  )
}

function currentFirst(rows: readonly MemberCostume[], today: Day): MemberCostume[] {
  return [
    ...rows.filter((row) => isOwnedOn(today, row)),
    ...rows.filter((row) => !isOwnedOn(today, row)),
  ]
}

// A costume of the member; on phones the first and last day follow its type.
function CostumeRow({ row }: { row: MemberCostume }) {
  const from = germanDate(row.ownedFrom)
  const to = row.ownedTo ? germanDate(row.ownedTo) : 'heute'
  return (
    <TableRow opens>
      <TableCell at="first" className="tabular-nums">
        <RowLink to={paths.costume(row.id)} aria-label={`Kleid ${row.number}`}>
          {row.number}
        </RowLink>
      </TableCell>
      <TableCell at="second">
        {row.type.name}
        <span className="tabular-nums md:hidden print:hidden">{` · ${from} – ${to}`}</span>
      </TableCell>
      <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
        {from}
      </TableCell>
      <TableCell at="nowhere" className="whitespace-nowrap tabular-nums">
        {to}
      </TableCell>
      <OpenCell />
    </TableRow>
  )
}
