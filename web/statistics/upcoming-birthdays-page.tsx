import { useQuery } from '@tanstack/react-query'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { PrintButton } from '#web/components/print/print-button.tsx'
import { PrintHead } from '#web/components/print/print-head.tsx'
import { birthdaysQuery } from '#web/data/statistics.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import type { BirthdayWindow } from '#worker/domain/birthdays.ts'
import { BirthdaysTable, birthdayHeads } from './birthdays-table.tsx'
import { titlesOf } from './cells.tsx'
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
