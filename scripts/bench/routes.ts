import { steadyMean } from './figures.ts'
import { linesOfBench } from './vitest.ts'

/** Milliseconds and bytes of one request. */
type Run = {
  ms: number
  /** Time of the same statements alone, in the same calls. */
  bareMs: number
  /** For a check-in tick only: time of the bare UPDATE. */
  updateMs?: number
  bytes: number
  trips: number
  rowsRead: number
  rowsWritten: number
}

export type Measured = Run & { runs: number }

export type RouteFigures = {
  route: string
  asItIs: Measured
  /** The guild with ten times its participations. */
  tenTimes: Measured
}

export type GuildFigures = {
  rounds: number
  members: number
  participations: { asItIs: number; tenTimes: number }
  routes: RouteFigures[]
}

type Line = { times: 1 | 10 } & (
  | { route: string; runs: Run[] }
  | { members: number; participations: number }
)

/** Measures every route of the contract in workerd, by tests/bench. */
export async function measureRoutes(rounds: number): Promise<GuildFigures> {
  const lines = await linesOfBench<Line>('routes', rounds)
  const sizes = lines.flatMap((line) => ('members' in line ? [line] : []))
  const sizeOf = (times: 1 | 10) => sizes.find((line) => line.times === times)?.participations ?? 0
  const of = (times: 1 | 10) =>
    lines.flatMap((line) => ('route' in line && line.times === times ? [line] : []))
  const tenTimes = new Map(of(10).map(({ route, runs }) => [route, runs]))
  return {
    rounds,
    members: sizes[0]?.members ?? 0,
    participations: { asItIs: sizeOf(1), tenTimes: sizeOf(10) },
    routes: of(1).map(({ route, runs }) => ({
      route,
      asItIs: toMeasured(route, runs),
      tenTimes: toMeasured(route, tenTimes.get(route) ?? []),
    })),
  }
}

function toMeasured(route: string, runs: readonly Run[]): Measured {
  const [first] = runs
  if (!first) throw new Error(`${route} was not measured`)
  const mean = (of: (run: Run) => number) => round(steadyMean(runs.map(of)))
  return {
    ms: mean(({ ms }) => ms),
    bareMs: mean(({ bareMs }) => bareMs),
    ...(first.updateMs !== undefined && { updateMs: mean(({ updateMs }) => updateMs ?? 0) }),
    bytes: first.bytes,
    trips: Math.max(...runs.map(({ trips }) => trips)),
    rowsRead: Math.max(...runs.map(({ rowsRead }) => rowsRead)),
    rowsWritten: Math.max(...runs.map(({ rowsWritten }) => rowsWritten)),
    runs: runs.length,
  }
}

const round = (value: number) => Math.round(value * 100) / 100
