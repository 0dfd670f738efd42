import type { History, HistoryScope } from '#web/data/history.ts'
import { paths } from '#web/paths.ts'
import type { AuditEntity } from '#worker/domain/codes.ts'
import type {
  HistoryEntry,
  HistoryLine,
  HistorySubjects,
} from '#worker/history/history.contract.ts'
import { hasMember } from './entry-words.ts'

/** The subject of an entry; `to` is null when the record is deleted. */
export type Subject = { key: string; name: string; to: string | null }

const kinds = ['member', 'costume', 'parade'] as const
type Kind = (typeof kinds)[number]

const pathsOf: Record<Kind, (id: number) => string> = {
  member: paths.member,
  costume: paths.costume,
  parade: paths.parade,
}

/** The first few distinct subjects, without the one that the page is about. */
export function subjectsOf(
  { lines }: HistoryEntry,
  about: HistorySubjects,
  names: History['names'],
  scope: HistoryScope,
): { shown: Subject[]; more: number } {
  const known = kinds.flatMap((kind) =>
    about[kind]
      .filter((id) => scope?.entity !== kind || scope.entityId !== id)
      .map((id): Subject => {
        const key = `${kind}-${id}`
        const name = names[kind][id]
        if (name !== undefined) return { key, name, to: pathsOf[kind](id) }
        const own = lines.find((line) => line.entity === kind && line.entityId === id)
        return { key, name: own ? deletedName(own) : '', to: null }
      }),
  )
  const strangers = lines
    .filter(({ entity, changes }) => isNamed(entity) && !hasMember(changes))
    .map((line): Subject => ({ key: deletedName(line), name: deletedName(line), to: null }))
  const all = new Map([...known, ...strangers].map((subject) => [subject.key, subject]))
  const named = [...all.values()].filter(({ name }) => name !== '')
  return { shown: named.slice(0, mostShown), more: Math.max(0, named.length - mostShown) }
}

const mostShown = 3

/** The owner of a value when an entry has several lines of a kind; '' when it is unambiguous. */
export function ownerNameOf(
  { lines }: HistoryEntry,
  { entity, entityId }: HistoryLine,
  names: History['names'],
): string {
  const kind = kinds.find((one) => one === entity)
  const isOnlyOne = !lines.some((line) => line.entity === entity && line.entityId !== entityId)
  return kind === undefined || isOnlyOne ? '' : (names[kind][entityId] ?? '')
}

/** Whether lines of the entity contain a name themselves: those of users and guests. */
function isNamed(entity: AuditEntity): boolean {
  return entity === 'user' || entity === 'participation'
}

/** The name of a deleted record, from its own line. */
function deletedName({ changes }: HistoryLine): string {
  const word = (name: string) => {
    const value = changes?.[name]?.find((one) => typeof one === 'string' && one !== '')
    return typeof value === 'string' ? value : ''
  }
  const words = [word('firstName'), word('lastName')].filter(Boolean).join(' ')
  return words || word('title') || word('number')
}
