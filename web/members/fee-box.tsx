import { FactBox } from '#web/components/facts.tsx'
import { QuerySection, type SectionQuery } from '#web/components/query-section.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Family, Member, MembershipFee } from '#worker/members/members.contract.ts'
import { FamilyWords } from './family-words.tsx'

type FeeBoxProps = {
  member: Member
  fee: SectionQuery<MembershipFee>
  family: SectionQuery<Family>
  today: Day
}

export function FeeBox({ member, fee, family, today }: FeeBoxProps) {
  return (
    <FactBox title="Mitgliedsbeitrag">
      <QuerySection query={fee} waiting={<Waiting />}>
        {({ amountInCent, reason }) => (
          <>
            <p className="font-[650] font-display text-4xl/[1.05] tracking-[-0.02em] tabular-nums">
              {amountInCent === null ? '–' : germanEuro(amountInCent)}
            </p>
            <p className="mt-1.5 text-muted-foreground">
              {`für das Jahr ${today.slice(0, 4)}`}
              {amountInCent !== null &&
              amountInCent > 0 &&
              member.payerId === null &&
              member.bankingSepaAllowed
                ? ', per Lastschrift'
                : ''}
            </p>
            <p className="text-muted-foreground">{reason}</p>
          </>
        )}
      </QuerySection>
      <QuerySection query={family} waiting={null} className="mt-3">
        {(known) => (
          <div className="mt-3 grid gap-1 empty:hidden">
            <FamilyWords family={known} />
          </div>
        )}
      </QuerySection>
    </FactBox>
  )
}

function Waiting() {
  return (
    <Loading>
      <Skeleton width="8rem" className="my-2 h-6" />
      <Skeleton width="60%" className="my-1.25" />
    </Loading>
  )
}
