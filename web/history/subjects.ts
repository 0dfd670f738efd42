import type { History, HistoryScope } from '#web/data/history.ts'
import { paths } from '#web/paths.ts'
import type { HistoryEntry, HistoryLine } from '#worker/history/history.contract.ts'

/** Whom or what an entry is about; without an address when it is gone. */
export type Subject = { key: string; name: string; to: string | null }

const kinds = ['member', 'costume', 'parade'] as const
type Kind = (typeof kinds)[number]

const pathsOf: Record<Kind, (id: number) => string> = {
  member: paths.member,
  costume: paths.costume,
  parade: paths.parade,
}

/** The first few, each once; what the page itself is about is left out. */
export function subjectsOf(
  { lines }: HistoryEntry,
  names: History['names'],
  scope: HistoryScope,
): { shown: Subject[]; more: number } {
  const found = new Map<string, Subject>()
  for (const line of lines) {
    for (const kind of kinds) {
      const id = idOf(line, kind)
      if (id === null || (scope?.entity === kind && scope.entityId === id)) continue
      const name = names[kind][id]
      const key = `${kind}-${id}`
      if (name !== undefined) found.set(key, { key, name, to: pathsOf[kind](id) })
      else if (line.entity === kind) found.set(key, { key, name: nameGone(line), to: null })
    }
    if (line.entity === 'participation' && idOf(line, 'member') === null) {
      const name = nameGone(line)
      if (name) found.set(name, { key: name, name, to: null })
    }
    if (line.entity === 'user') {
      const name = nameGone(line)
      if (name) found.set(name, { key: name, name, to: null })
    }
  }
  const all = [...found.values()].filter(({ name }) => name !== '')
  return { shown: all.slice(0, mostShown), more: Math.max(0, all.length - mostShown) }
}

const mostShown = 3

function idOf(line: HistoryLine, kind: Kind): number | null {
  return line[`${kind}Id`] ?? null
}

/** As it was called: what is deleted names itself in its own line. */
function nameGone({ changes }: HistoryLine): string {
  const word = (name: string) => {
    const value = changes?.[name]?.find((one) => typeof one === 'string' && one !== '')
    return typeof value === 'string' ? value : ''
  }
  const words = [word('firstName'), word('lastName')].filter(Boolean).join(' ')
  return words || word('title') || word('number')
}
