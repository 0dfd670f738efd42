import { addDays, type Day, germanDateWithWeekday } from './dates.ts'
import { addTargetDays, isTargetDay, targetDayFrom, targetDayUntil } from './target-days.ts'

/** Days between notice and debit, unless the guild's statutes set fewer. */
export const prenotificationDays = 14

/** Many banks require the file two bank working days in advance. */
const bankLeadDays = 2
/** How many days ahead a debit can be due; banks reject files with a later day. */
const maxDaysAhead = 90

/** The first and the last day for which a debit can be ordered today. */
export function dueDateRange(today: Day): { earliest: Day; latest: Day } {
  return {
    earliest: addTargetDays(today, bankLeadDays),
    latest: targetDayUntil(addDays(today, maxDaysAhead)),
  }
}

/** The default due date; `leadDays` is a setting of the guild. */
export function defaultDueDate(today: Day, leadDays: number): Day {
  const wanted = targetDayFrom(addDays(today, leadDays))
  const { earliest } = dueDateRange(today)
  return wanted < earliest ? earliest : wanted
}

/** Why a day cannot be the due date, naming one that can; null when it can. */
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
