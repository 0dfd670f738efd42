import { useQuery } from '@tanstack/react-query'
import { Hammer } from 'lucide-react'
import { homeQuery } from '#web/data/home.ts'
import { attentionQuery } from '#web/data/orders-attention.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import { PageHead, Wrap } from '#web/ui/page.tsx'
import { TileGroup } from '#web/ui/tile-group.tsx'
import { attentionWords } from './attention-words.ts'
import { KeptLists } from './kept-lists.tsx'
import { SetupCard } from './setup-card.tsx'
import { tileGroups } from './tiles.ts'

export function HomePage() {
  const user = useUser()
  // Nothing is said of it until it is known, or when it cannot be asked.
  const mayAsk = hasRole(user, 'management')
  const attention = useQuery({ ...attentionQuery, enabled: mayAsk }).data?.count ?? 0
  const { missing = [], skipped = [] } = useQuery({ ...homeQuery, enabled: mayAsk }).data ?? {}
  const groups = tileGroups
    .map((group) => ({
      ...group,
      tiles: group.tiles
        .filter((tile) => hasRole(user, ...tile.roles))
        .map((tile) =>
          tile.to === paths.orders && attention > 0
            ? { ...tile, text: attentionWords(attention), tone: 'red' as const }
            : tile,
        ),
    }))
    .filter((group) => group.tiles.length > 0)
  return (
    <Wrap>
      <PageHead title="Übersicht" />
      {missing.length > 0 && <SetupCard missing={missing} skipped={skipped} />}
      {hasRole(user, 'helper', 'management') && <KeptLists />}
      <div className="grid gap-8">
        {groups.map((group) => (
          <TileGroup key={group.title} {...group} />
        ))}
      </div>
      <p className="mt-10 flex gap-2.5 text-muted-foreground text-sm">
        <Hammer aria-hidden="true" className="mt-px" />
        <span>Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.</span>
      </p>
    </Wrap>
  )
}
