import type { Loaded } from '#web/lib/use-loaded.ts'
import type { MemberReferences } from '#worker/members/members.contract.ts'

const words: Record<keyof MemberReferences, [one: string, many: string]> = {
  participations: ['1 Umzug', 'Umzüge'],
  ownerships: ['1 Kleid', 'Kleider'],
  honors: ['1 Ehrung', 'Ehrungen'],
  duties: ['1 Eintrag im Dienstbuch', 'Einträge im Dienstbuch'],
}

/** "3 Umzüge", "1 Kleid": what keeps a member from being deleted. */
export function holdsInWords(holds: MemberReferences): string[] {
  const kinds = Object.keys(words) as (keyof MemberReferences)[]
  return kinds
    .filter((kind) => holds[kind] > 0)
    .map((kind) => {
      const [one, many] = words[kind]
      return holds[kind] === 1 ? one : `${holds[kind]} ${many}`
    })
}

/** What is on the screen anyway; null as long as something of it is not known, or when it is none. */
export function knownHolds(
  parts: Record<keyof MemberReferences, Loaded<unknown[]>>,
): MemberReferences | null {
  const count = ({ result }: Loaded<unknown[]>) => (result?.ok ? result.data.length : Number.NaN)
  const holds = {
    participations: count(parts.participations),
    ownerships: count(parts.ownerships),
    honors: count(parts.honors),
    duties: count(parts.duties),
  }
  const total = Object.values(holds).reduce((sum, one) => sum + one)
  return total > 0 ? holds : null
}
