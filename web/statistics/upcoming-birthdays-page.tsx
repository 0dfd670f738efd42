import { useLoaderData } from 'react-router'
import type { Result } from '#web/lib/result.ts'
import { useLoaded } from '#web/lib/use-loaded.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { PrintHead } from '#web/ui/print-head.tsx'
import type { BirthdayWindow } from '#worker/domain/birthdays.ts'
import type { UpcomingBirthday } from '#worker/statistics/statistics.contract.ts'
import { BirthdaysTable, birthdayHeads } from './birthdays-table.tsx'
import { titlesOf } from './cells.tsx'
import { ListCard } from './list-card.tsx'
import { birthdaysNotLoaded, loadBirthdays } from './statistics.api.ts'

export function loader() {
  return {
    week: loadBirthdays('week'),
    month: loadBirthdays('month'),
    quarter: loadBirthdays('quarter'),
  }
}

export function UpcomingBirthdaysPage() {
  const asked = useLoaderData<typeof loader>()
  return (
    <Wrap>
      <PrintHead />
      <PageHead
        back={{ to: paths.statistics, label: 'Auswertungen' }}
        title="Anstehende Geburtstage"
        lead="Wer ab heute Geburtstag hat, und wie alt die Mitglieder dann werden."
      />
      <div className="grid gap-6 *:min-w-0">
        <Birthdays
          window="week"
          asked={asked.week}
          title="Diese Woche"
          empty="In dieser Woche hat niemand mehr Geburtstag."
        />
        <Birthdays
          window="month"
          asked={asked.month}
          title="Dieser Monat"
          empty="In diesem Monat hat niemand mehr Geburtstag."
        />
        <Birthdays
          window="quarter"
          asked={asked.quarter}
          title="Dieses Quartal"
          empty="In diesem Quartal hat niemand mehr Geburtstag."
        />
      </div>
    </Wrap>
  )
}

type BirthdaysProps = {
  window: BirthdayWindow
  asked: Promise<Result<UpcomingBirthday[]>>
  title: string
  empty: string
}

function Birthdays({ window, asked, title, empty }: BirthdaysProps) {
  const rows = useLoaded(asked, () => loadBirthdays(window))
  return (
    <ListCard
      title={title}
      rows={rows}
      notLoaded={birthdaysNotLoaded}
      heads={titlesOf(birthdayHeads)}
      empty={empty}
    >
      {(birthdays) => <BirthdaysTable birthdays={birthdays} />}
    </ListCard>
  )
}
