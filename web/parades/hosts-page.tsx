import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router'
import { PageHead, Wrap } from '#web/components/page.tsx'
import { foundParadesQuery } from '#web/data/parades.ts'
import { prefetch } from '#web/lib/query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SearchInput } from '#web/ui/input.tsx'
import { FoundParades } from './found-parades.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  const search = new URL(request.url).searchParams.get('search')?.trim() ?? ''
  if (search) prefetch(foundParadesQuery(search))
  return { search }
}

export function HostsPage() {
  const { search } = useLoaderData<typeof loader>()
  return (
    <Wrap>
      <PageHead back={{ to: paths.parades, label: 'Umzüge' }} title="Gastgeberzunft-Suche" />
      <Card bleed>
        <SearchForm key={`form of ${search}`} search={search} />
        {search && <FoundParades key={search} search={search} />}
      </Card>
    </Wrap>
  )
}

/** What is searched for stands in the address: it can be kept, and the way back leads to it. */
function SearchForm({ search }: { search: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search)
  const wanted = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted) void navigate({ search: `?${new URLSearchParams({ search: wanted })}` })
  }
  return (
    <form noValidate onSubmit={submit} className="flex gap-3 p-4 max-md:flex-col md:px-6">
      <SearchInput
        name="search"
        aria-label="Gastgeber oder Ort"
        placeholder="Gastgeber oder Ort"
        autoComplete="off"
        enterKeyHint="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        wrapperClassName="md:w-100"
      />
      <Button type="submit" variant="primary" disabled={!wanted}>
        Suchen
      </Button>
    </form>
  )
}
