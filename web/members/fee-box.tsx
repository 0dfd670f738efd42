import type { Loaded } from '#web/lib/use-loaded.ts'
import { FactBox } from '#web/ui/facts.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { WhenLoaded } from '#web/ui/when-loaded.tsx'
import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Member, MembershipFee } from '#worker/members/members.contract.ts'
import { feeNotLoaded } from './member.api.ts'

type FeeBoxProps = { member: Member; fee: Loaded<MembershipFee>; today: Day }

export function FeeBox({ member, fee, today }: FeeBoxProps) {
  return (
    <FactBox title="Mitgliedsbeitrag">
      <WhenLoaded loaded={fee} message={feeNotLoaded} waiting={<Waiting />}>
        {({ amountInCent, reason }) => (
          <>
            <p className="font-[650] font-display text-4xl/[1.05] tracking-[-0.02em] tabular-nums">
              {amountInCent === null ? '–' : germanEuro(amountInCent)}
            </p>
            <p className="mt-1.5 text-muted-foreground">
              {`für das Jahr ${today.slice(0, 4)}`}
              {amountInCent !== null && amountInCent > 0 && member.bankingSepaAllowed
                ? ', per Lastschrift'
                : ''}
            </p>
            <p className="text-muted-foreground">{reason}</p>
          </>
        )}
      </WhenLoaded>
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
