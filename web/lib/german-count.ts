const german = new Intl.NumberFormat('de-DE')

/** "1.234" */
export function germanCount(count: number): string {
  return german.format(count)
}

/** "1 Zeile", "1.412 Zeilen" */
export function counted(count: number, one: string, many: string): string {
  return `${germanCount(count)} ${count === 1 ? one : many}`
}
