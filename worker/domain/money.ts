/** The amount in euros: "14,00 €" with a no-break space (Spec §9: x,yy €). */
export function germanEuro(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const euros = Math.floor(Math.abs(cents) / 100).toString()
  const grouped = euros.replace(/\B(?=(\d{3})+$)/g, '.')
  return `${sign}${grouped},${String(Math.abs(cents) % 100).padStart(2, '0')}\u00a0€`
}

/** The amount as it stands in a field, which shows the € itself: "8,00". */
export function typedEuro(cents: number): string {
  return germanEuro(cents).replace('\u00a0€', '')
}

/** The sum of the prices, in cents. */
export function sumOfPrices(places: readonly { priceInCent: number }[]): number {
  return places.reduce((sum, { priceInCent }) => sum + priceInCent, 0)
}

/** Reads a typed price, "8", "8,5", "8,50 €", "1.234,50", in cents; null when it is not a price. */
export function parseTypedEuro(typed: string): number | null {
  const text = typed.replace(/€/g, '').replace(/[\s\u00a0]/g, '')
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[,.](\d{1,2}))?$/.exec(text)
  if (!match?.[1]) return null
  const euros = Number(match[1].replaceAll('.', ''))
  const cents = Number((match[2] ?? '').padEnd(2, '0'))
  return euros * 100 + cents
}
