import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { QuerySection } from '#web/components/query-section.tsx'
import { incompleteMembersQuery } from '#web/data/statistics.ts'
import { paths } from '#web/paths.ts'
import { listName } from '#worker/domain/names.ts'
import type { IncompleteMember } from '#worker/statistics/statistics.contract.ts'

/** Who is in no list of memberships, since nobody knows when they joined. */
export function IncompleteMembers() {
  const incomplete = useQuery(incompleteMembersQuery)
  return (
    <QuerySection query={incomplete} waiting={null}>
      {(members) => members.length > 0 && <FoldOut members={members} />}
    </QuerySection>
  )
}

function FoldOut({ members }: { members: readonly IncompleteMember[] }) {
  const count = members.length === 1 ? '1 Mitglied' : `${members.length} Mitgliedern`
  return (
    <details className="group print:hidden">
      <summary className="-ms-2 flex min-h-10 w-fit cursor-pointer list-none items-center gap-1.5 rounded-md px-2 text-muted-foreground hover:bg-accent hover:text-foreground max-md:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="flex-none transition-transform group-open:rotate-90"
        />
        Bei {count} fehlt das Eintrittsdatum
      </summary>
      <p className="mt-1 max-w-[62ch] text-muted-foreground">
        Ohne dieses Datum lassen sich die Mitgliedsjahre nicht zählen. Trägt es die Verwaltung nach,
        zählen sie mit.
      </p>
      <ul className="mt-2 columns-3 gap-6 max-lg:columns-2 max-md:columns-1">
        {members.map(({ member }) => (
          <li key={member.id} className="flex min-h-8 items-center max-md:min-h-11">
            <Link to={paths.member(member.id)}>{listName(member)}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
