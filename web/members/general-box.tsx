import { Fact, FactBox, Facts } from '#web/components/facts.tsx'
import { type Day, fullYears, germanDate } from '#worker/domain/dates.ts'
import type { Timespan } from '#worker/domain/member.ts'
import type { Member } from '#worker/members/members.contract.ts'
import { memberFields } from './member-sections.ts'
import { MembershipBar } from './membership-bar.tsx'

export function GeneralBox({ member, today }: { member: Member; today: Day }) {
  const { dateJoined, dateLeft, membershipActiveTimespan: timespans, comment } = member
  return (
    <FactBox title="Allgemein">
      <Facts>
        <Fact label={memberFields.birthday.label}>
          <Birthday member={member} today={today} />
        </Fact>
        <Fact label={memberFields.dateJoined.label}>{dateJoined && germanDate(dateJoined)}</Fact>
        <Fact label={memberFields.dateLeft.label}>{dateLeft && germanDate(dateLeft)}</Fact>
        <Fact label={memberFields.membershipActiveTimespan.label}>
          {timespans.length > 0 && (
            <>
              {timespans.map((span) => (
                <span key={span.from} className="block">
                  {words(span)}
                </span>
              ))}
              <MembershipBar timespans={timespans} today={today} />
            </>
          )}
        </Fact>
        <Fact label={memberFields.comment.label}>
          {comment && <span className="whitespace-pre-line">{comment}</span>}
        </Fact>
      </Facts>
    </FactBox>
  )
}

function Birthday({
  member: { birthday, membershipState },
  today,
}: {
  member: Member
  today: Day
}) {
  if (!birthday) return '–'
  return (
    <>
      {germanDate(birthday)}
      {membershipState !== 'Died' && (
        <span className="text-muted-foreground">{` (${fullYears(birthday, today)}\u00a0Jahre)`}</span>
      )}
    </>
  )
}

function words({ from, to }: Timespan): string {
  return to ? `${germanDate(from)} – ${germanDate(to)}` : `seit ${germanDate(from)}`
}
