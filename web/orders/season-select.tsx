import { useLocation, useNavigate } from 'react-router'
import { Select } from '#web/ui/select.tsx'
import { seasonName } from './order-season.ts'

type SeasonSelectProps = {
  season: number
  /** Those with orders, as far as they are known. */
  seasons: readonly number[]
  thisSeason: number
}

/** Another season keeps how the list is set, but begins on its first page. */
export function SeasonSelect({ season, seasons, thisSeason }: SeasonSelectProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const offered = [...new Set([thisSeason, season, ...seasons])].sort((a, b) => b - a)
  const choose = (chosen: string) => {
    const params = new URLSearchParams(search)
    params.set('season', chosen)
    params.delete('page')
    void navigate({ search: `?${params}` }, { preventScrollReset: true })
  }
  return (
    <Select
      aria-label="Saison"
      value={season}
      onChange={({ target }) => choose(target.value)}
      wrapperClassName="min-w-44 print:hidden"
    >
      {offered.map((one) => (
        <option key={one} value={one}>
          Saison {seasonName(one)}
        </option>
      ))}
    </Select>
  )
}
