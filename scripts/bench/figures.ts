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
