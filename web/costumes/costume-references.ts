import type { CostumeReferences } from '#worker/costumes/costumes.contract.ts'

/** "2 Besitzer", "1 Umzug": what keeps a costume from being deleted. */
export function referencesInWords({ ownerships, participations }: CostumeReferences): string[] {
  return [
    ownerships > 0 && (ownerships === 1 ? '1\u00a0Besitzer' : `${ownerships}\u00a0Besitzer`),
    participations > 0 && (participations === 1 ? '1\u00a0Umzug' : `${participations}\u00a0Umzüge`),
  ].filter((words) => words !== false)
}
