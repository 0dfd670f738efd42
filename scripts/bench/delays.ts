import { steadyMean } from './figures.ts'
import { linesOfBench } from './vitest.ts'

/** Costs of a slower connection to the database, by milliseconds for each call. */
export type DelayFigures = {
  delaysMs: number[]
  routes: { route: string; ms: number[] }[]
  enrolmentsAMinute: number[]
}

type Line = { delayMs: number } & (
  | { route: string; runs: number[] }
  | { enrolmentsAMinute: number }
)

/** Parses the output of tests/bench/delays. */
export async function measureDelays(): Promise<DelayFigures> {
  const lines = await linesOfBench<Line>('delays', 1)
  const delaysMs = [...new Set(lines.map(({ delayMs }) => delayMs))]
  const ofRoutes = lines.flatMap((line) => ('route' in line ? [line] : []))
  const routes = [...new Set(ofRoutes.map(({ route }) => route))].map((route) => ({
    route,
    ms: ofRoutes
      .filter((line) => line.route === route)
      .map(({ runs }) => Math.round(steadyMean(runs) * 10) / 10),
  }))
  const enrolmentsAMinute = lines.flatMap((line) =>
    'enrolmentsAMinute' in line ? [line.enrolmentsAMinute] : [],
  )
  return { delaysMs, routes, enrolmentsAMinute }
}
