import { askMollie } from './mollie-client.ts'
import { mollieMethods } from './mollie-payment.ts'
import type { ProviderProbe } from './payment-provider.ts'

/** They say days later whether there is money; a place cannot wait for that. */
const slowMethods: Record<string, string> = {
  banktransfer: 'Überweisung',
  directdebit: 'Lastschrift',
}

/** One cheap read: is the key taken, and how can be paid? */
export async function probeMollie(access: Parameters<typeof askMollie>[0]): Promise<ProviderProbe> {
  try {
    const answer = mollieMethods.parse(await askMollie(access, { method: 'GET', path: '/methods' }))
    return { answers: true, problems: problemsOf(answer._embedded.methods.map(({ id }) => id)) }
  } catch (error) {
    const problem = keyProblemOf(error)
    return problem
      ? { answers: true, problems: [problem] }
      : { answers: false, problems: ['Mollie antwortet nicht.'] }
  }
}

function problemsOf(methods: readonly string[]): string[] {
  if (methods.length === 0) return ['Bei Mollie ist keine Zahlungsart eingeschaltet.']
  return methods.flatMap((id) => {
    const name = slowMethods[id]
    return name
      ? [`Schalte bei Mollie die Zahlungsart „${name}“ aus: Sie wird erst nach Tagen bestätigt.`]
      : []
  })
}

function keyProblemOf(error: unknown): string | null {
  const status = error instanceof Error ? error.cause : undefined
  if (status === 401) return 'Mollie nimmt den Schlüssel MOLLIE_API_KEY nicht an.'
  return status === 403 ? 'Dem Schlüssel MOLLIE_API_KEY fehlt ein Recht bei Mollie.' : null
}
