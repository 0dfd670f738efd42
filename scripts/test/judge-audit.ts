import { z } from 'zod'

/** The fields of `npm audit --json` that are used. */
const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
  metadata: z.object({ vulnerabilities: z.object({ total: z.int() }) }),
})

type Judgement = { verdict: 'clean' | 'vulnerable' | 'unanswered'; lines: string[] }

/** Only an answer of the registry counts; without one the result is unknown, and the report says so. */
export function judgeAudit(said: string): Judgement {
  const answer = report.safeParse(parseJson(said))
  if (!answer.success) {
    return {
      verdict: 'unanswered',
      lines: ['!!! NOT CHECKED for known vulnerabilities: the registry gave no answer. !!!'],
    }
  }
  const { vulnerabilities, metadata } = answer.data
  if (metadata.vulnerabilities.total === 0) return { verdict: 'clean', lines: ['None is known.'] }
  const lines = Object.entries(vulnerabilities).map(
    ([name, { severity }]) => `${severity}: ${name}`,
  )
  return { verdict: 'vulnerable', lines }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
