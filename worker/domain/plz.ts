const foreign = /^(?!DE?[- ])[A-Z]{1,3}[- ]/i
const british = /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i

/** The question about a postal code that is neither German nor a known foreign one; null for any other. */
export function plzDoubt(plz: string): string | null {
  const typed = plz.trim()
  if (typed === '' || /^(DE?[- ])?\d{5}$/i.test(typed)) return null
  if (foreign.test(typed) || british.test(typed)) return null
  return 'Eine deutsche PLZ hat fünf Ziffern. Im Ausland steht das Land davor: „A-6900“, „CH-8200“.'
}
