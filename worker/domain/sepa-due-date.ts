import { addDays, type Day, germanDateWithWeekday } from './dates.ts'
import { addTargetDays, isTargetDay, targetDayFrom, targetDayUntil } from './target-days.ts'

/** Debtors are told so many days before, unless the guild's statutes agree on fewer. */
export const prenotificationDays = 14

/** Many banks want the file two of their working days before. */
const bankLeadDays = 2
/** Banks take no order from further ahead. */
const maxDaysAhead = 90

/** The first and the last day on which banks collect what is ordered today. */
export function dueDateRange(today: Day): { earliest: Day; latest: Day } {
  return {
    earliest: addTargetDays(today, bankLeadDays),
    latest: targetDayUntil(addDays(today, maxDaysAhead)),
  }
}

/** What is taken when nobody says otherwise; `leadDays` stand in the guild's settings. */
export function defaultDueDate(today: Day, leadDays: number): Day {
  const wanted = targetDayFrom(addDays(today, leadDays))
  const { earliest } = dueDateRange(today)
  return wanted < earliest ? earliest : wanted
}

/** Why nothing can be collected on a day, naming one on which it can; null when it can. */
export function dueDateProblem(day: Day, today: Day): string | null {
  const { earliest, latest } = dueDateRange(today)
  if (day < earliest) {
    return `Die Bank braucht zwei Bankarbeitstage Vorlauf. Der nächste mögliche Tag ist ${germanDateWithWeekday(earliest)}.`
  }
  if (day > latest) {
    return `Die Bank nimmt Lastschriften höchstens 90 Tage im Voraus an. Der letzte mögliche Tag ist ${germanDateWithWeekday(latest)}.`
  }
  if (isTargetDay(day)) return null
  const next = targetDayFrom(day)
  return `An diesem Tag ziehen die Banken nicht ein. Der nächste mögliche Tag ist ${germanDateWithWeekday(next)}.`
}
