import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'

/** "21.11.2026" */
export const dayOf = (instant: string): string => germanDate(berlinDay(new Date(instant)))

/** "21.11.2026, 18:03 Uhr" */
export const momentOf = (instant: string): string =>
  `${dayOf(instant)}, ${berlinTime(new Date(instant))} Uhr`
