const german = new Intl.NumberFormat('de-DE', { useGrouping: false, maximumFractionDigits: 6 })

/** "2,5"; without points, which a spreadsheet could take for a decimal sign. */
export function germanNumber(value: number): string {
  return german.format(value).replace('-', '−')
}

/** What a person types as a number, "12", "1.234", "2,5", "−3"; null when it is none. */
export function parseTypedNumber(typed: string): number | null {
  const text = typed.replace(/[\s\u00a0]/g, '').replace('−', '-')
  const match = /^(-?)(\d{1,3}(?:\.\d{3})+|\d{1,12})(?:,(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', fraction = '0'] = match
  return Number(`${sign}${whole.replaceAll('.', '')}.${fraction}`)
}
