/** The name under which a run of the cron is listed among the measured routes. */
export const cron = 'the cron'

/** The value below which `percent` of the values lie. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const index = Math.ceil((percent / 100) * sorted.length) - 1
  return sorted[Math.max(0, index)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 50)
}

export function milliseconds(value: number): string {
  return `${value.toFixed(1).padStart(6)} ms`
}

/**
 * The mean of the middle four fifths: a worker's clock has whole milliseconds, so a median would have too.
 */
export function steadyMean(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const cut = Math.floor(sorted.length / 10)
  const middle = sorted.slice(cut, sorted.length - cut)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}
