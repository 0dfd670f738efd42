import { spokenName } from '#web/parades/participants.ts'
import { Alert } from '#web/ui/alert.tsx'
import { namesOf, normaliseName } from '#worker/domain/names.ts'
import type { OnSiteEntry } from './on-site-entry.ts'
import type { ShownRow } from './outbox/acts.ts'

/** Who stands on the list under the name that is being typed, with whatever birthday. */
export function findNamesake(
  rows: readonly ShownRow[],
  { firstName, lastName }: Pick<OnSiteEntry, 'firstName' | 'lastName'>,
): ShownRow | undefined {
  if (!firstName.trim() || !lastName.trim()) return undefined
  const typed = keyOf({ firstName, lastName })
  return rows.find(({ memberName }) => keyOf(namesOf(memberName)) === typed)
}

function keyOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${normaliseName(firstName)}|${normaliseName(lastName)}`
}

/** Without a birthday the server cannot know whether it is the same person: the helper can. */
export function NamesakeQuestion({ row }: { row: ShownRow }) {
  const costume = [row.costume.type, row.costume.number].filter(Boolean).join(' ')
  return (
    <div role="status">
      <Alert tone="warn" title={`Ist das ${spokenName(row.memberName)}, ${costume}?`}>
        Unter diesem Namen steht schon jemand auf der Liste. Ist es dieselbe Person, brich hier ab
        und hake sie dort ab.
      </Alert>
    </div>
  )
}
