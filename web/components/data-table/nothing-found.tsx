import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import type { Grid } from './grid-actions.ts'

/** There are rows, but none for this search and these filters. */
export function NothingFound({ title, grid }: { title: string; grid: Grid }) {
  const { state, act } = grid
  const search = state.search.trim()
  const isFiltered = Object.keys(state.filters).length > 0
  const words = search && isFiltered ? both : isFiltered ? filters : searchOnly
  return (
    <Empty title={title} level="h2" action={<Button onClick={act.clear}>{words.button}</Button>}>
      {words.text(search)}
    </Empty>
  )
}

const both = {
  text: (search: string) => `Zur Suche „${search}“ mit diesen Filtern passt kein Eintrag.`,
  button: 'Suche und Filter leeren',
}
const filters = { text: () => 'Zu diesen Filtern passt kein Eintrag.', button: 'Filter leeren' }
const searchOnly = {
  text: (search: string) => `Zur Suche „${search}“ passt kein Eintrag.`,
  button: 'Suche leeren',
}
