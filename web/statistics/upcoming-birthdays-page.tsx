import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { birthdaysQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { OpenCell, Table, TableBody, TableCell, TableRow } from '#web/ui/table.tsx'
import { type BirthdayWindow, nextBirthday } from '#worker/domain/birthdays.ts'
import { berlinDay, type Day, germanDate } from '#worker/domain/dates.ts'
import type { UpcomingBirthday } from '#worker/statistics/statistics.contract.ts'
import { type Head, HeadRow, MemberCell, PhoneLabel, titlesOf } from './cells.tsx'
import { ListCard } from './list-card.tsx'

export function loader() {
  prefetch(birthdaysQuery('week'), birthdaysQuery('month'), birthdaysQuery('quarter'))
  return null
}

export function UpcomingBirthdaysPage() {
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Anstehende Geburtstage"
        lead="Wer ab heute Geburtstag hat, und wie alt die Mitglieder dann werden."
        actions={<PrintButton />}
      />
      <div className="grid gap-6 *:min-w-0">
        <Birthdays
          window="week"
          title="Diese Woche"
          empty="In dieser Woche hat niemand mehr Geburtstag."
        />
        <Birthdays
          window="month"
          title="Dieser Monat"
          empty="In diesem Monat hat niemand mehr Geburtstag."
        />
        <Birthdays
          window="quarter"
          title="Dieses Quartal"
          empty="In diesem Quartal hat niemand mehr Geburtstag."
        />
      </div>
    </Wrap>
  )
}

type BirthdaysProps = { window: BirthdayWindow; title: string; empty: string }

function Birthdays({ window, title, empty }: BirthdaysProps) {
  const rows = useQuery(birthdaysQuery(window))
  return (
    <ListCard title={title} rows={rows} heads={titlesOf(birthdayHeads)} empty={empty}>
      {(birthdays) => <BirthdaysTable birthdays={birthdays} />}
    </ListCard>
  )
}

const birthdayHeads: readonly Head[] = [
  { title: 'Name', width: '40%' },
  { title: 'Geburtstag' },
  { title: 'Alter', width: '16%', numeric: true },
]

/** The birthdays in chronological order, each with the age that the member reaches. */
function BirthdaysTable({ birthdays }: { birthdays: readonly UpcomingBirthday[] }) {
  const today = berlinDay(new Date())
  return (
    <Table>
      <HeadRow heads={birthdayHeads} />
      <TableBody>
        {birthdays.map(({ member, age }) => (
          <TableRow key={member.id} opens>
            <MemberCell member={member} />
            <TableCell at="second" className="whitespace-nowrap tabular-nums">
              {member.birthday && <Birthday birthday={member.birthday} today={today} />}
            </TableCell>
            <TableCell numeric at="right">
              <PhoneLabel>wird </PhoneLabel>
              {age}
            </TableCell>
            <OpenCell />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function Birthday({ birthday, today }: { birthday: Day; today: Day }) {
  if (nextBirthday(birthday, today) !== today) return germanDate(birthday)
  return (
    <>
      {germanDate(birthday)}{' '}
      <Badge tone="gold" className="ms-2">
        heute
      </Badge>
    </>
  )
}
