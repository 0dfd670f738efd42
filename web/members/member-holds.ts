import type { MemberHolds } from '#worker/members/members.contract.ts'

const words: Record<keyof MemberHolds, [one: string, many: string]> = {
  participations: ['1 Umzug', 'Umzüge'],
  ownerships: ['1 Kleid', 'Kleider'],
  honors: ['1 Ehrung', 'Ehrungen'],
  duties: ['1 Eintrag im Dienstbuch', 'Einträge im Dienstbuch'],
}

/** "3 Umzüge", "1 Kleid": what keeps a member from being deleted. */
export function holdsInWords(holds: MemberHolds): string[] {
  const kinds = Object.keys(words) as (keyof MemberHolds)[]
  return kinds
    .filter((kind) => holds[kind] > 0)
    .map((kind) => {
      const [one, many] = words[kind]
      return holds[kind] === 1 ? one : `${holds[kind]} ${many}`
    })
}
