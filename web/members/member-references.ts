import type { MemberReferences } from '#worker/members/members.contract.ts'

const words: Record<keyof MemberReferences, [one: string, many: string]> = {
  participations: ['1 Umzug', 'Umzüge'],
  ownerships: ['1 Kleid', 'Kleider'],
  honors: ['1 Ehrung', 'Ehrungen'],
  duties: ['1 Eintrag im Dienstbuch', 'Einträge im Dienstbuch'],
  claims: ['1 Beitrag', 'Beiträge'],
  paysFor: ['1 Mitglied, für das es zahlt', 'Mitglieder, für die es zahlt'],
}

/** "3 Umzüge", "1 Kleid": what keeps a member from being deleted. */
export function referencesInWords(references: MemberReferences): string[] {
  const kinds = Object.keys(words) as (keyof MemberReferences)[]
  return kinds
    .filter((kind) => references[kind] > 0)
    .map((kind) => {
      const [one, many] = words[kind]
      return references[kind] === 1 ? one : `${references[kind]} ${many}`
    })
}

/** What the page has asked for anyway. */
type KnownPart = Exclude<keyof MemberReferences, 'claims' | 'paysFor'>

type Part = { data: readonly unknown[] | undefined }

/** What is on the screen anyway; null as long as something of it is not known, or when it is none. */
export function knownReferences(parts: Record<KnownPart, Part>): MemberReferences | null {
  const count = ({ data }: Part) => data?.length ?? Number.NaN
  const references = {
    participations: count(parts.participations),
    ownerships: count(parts.ownerships),
    honors: count(parts.honors),
    duties: count(parts.duties),
    // The server counts these.
    claims: 0,
    paysFor: 0,
  }
  const total = Object.values(references).reduce((sum, one) => sum + one)
  return total > 0 ? references : null
}
