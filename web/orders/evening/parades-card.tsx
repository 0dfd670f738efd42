import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Card, CardHead } from '#web/ui/card.tsx'
import type { Evening } from '#worker/orders/orders.contract.ts'

/** Who is in for good, for each parade that is open today. */
export function ParadesCard({ parades }: Pick<Evening, 'parades'>) {
  return (
    <Card bleed aria-labelledby="per-parade">
      <CardHead id="per-parade" title="Je Umzug" />
      {parades.length === 0 ? (
        <p className="border-t px-6 py-4 text-muted-foreground max-md:px-4">
          Heute ist kein Umzug zur Anmeldung offen.
        </p>
      ) : (
        <ul>
          {parades.map(({ id, title, places }) => (
            <li key={id} className="flex items-baseline gap-4 border-t px-6 py-2.75 max-md:px-4">
              <Link
                to={paths.parade(id)}
                className="min-w-0 flex-1 text-inherit no-underline hover:underline max-md:-my-2.5 max-md:py-2.5"
              >
                {title}
              </Link>
              <b className="font-semibold tabular-nums">
                {places}
                <span className="sr-only"> angemeldet</span>
              </b>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
