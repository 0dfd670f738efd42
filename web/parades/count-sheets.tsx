import { PrintSheets } from '#web/components/print/print-sheets.tsx'
import { useGuildName } from '#web/lib/guild-name.ts'
import { germanDate } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import type { Payments } from './payments.ts'

type CountSheetsProps = {
  parade: Pick<Parade, 'title' | 'host' | 'hostTown' | 'date'>
  takers: Payments['takers']
  onDone: () => void
}

/** A sheet for each helper who took cash: what is noted, what is counted, the difference, and who says so. */
export function CountSheets({ parade, takers, onDone }: CountSheetsProps) {
  return (
    <PrintSheets onDone={onDone}>
      {takers.map((taker) => (
        <CountSheet key={taker.id} parade={parade} taker={taker} />
      ))}
    </PrintSheets>
  )
}

/** All that there is, in cents. */
const notes = [20_000, 10_000, 5000, 2000, 1000, 500]
const coins = [200, 100, 50, 20, 10, 5, 2, 1]

type CountSheetProps = Pick<CountSheetsProps, 'parade'> & { taker: Payments['takers'][number] }

function CountSheet({ parade, taker }: CountSheetProps) {
  const guildName = useGuildName()
  const byPrice = [...Map.groupBy(taker.rows, ({ priceInCent }) => priceInCent)]
  const late = taker.rows.filter(({ cashWhileOff }) => cashWhileOff)
  return (
    <div className="letter-frame">
      <article className="letter-sheet count-sheet" aria-label={`Zählprotokoll ${taker.name}`}>
        <p>{guildName}</p>
        <h2>Zählprotokoll</h2>
        <p>{[parade.title, germanDate(parade.date), parade.hostTown].filter(Boolean).join(', ')}</p>
        <p>
          Bar angenommen von <b>{taker.name}</b>
        </p>
        <h3>Vermerkt</h3>
        <table>
          <tbody>
            {byPrice
              .toSorted(([a], [b]) => b - a)
              .map(([price, rows]) => (
                <Line
                  key={price}
                  label={`${rows.length} × ${germanEuro(price)}`}
                  amount={germanEuro(price * rows.length)}
                />
              ))}
            <Line label="Summe vermerkt" amount={germanEuro(sumOfPrices(taker.rows))} isSum />
          </tbody>
        </table>
        {late.length > 0 && (
          <p>{`Davon ${germanEuro(sumOfPrices(late))} vermerkt, als das Bargeld ausgeschaltet war.`}</p>
        )}
        <h3>Gezählt</h3>
        <div className="count-columns">
          {[notes, coins].map((values) => (
            <table key={values[0]}>
              <thead>
                <tr>
                  <th>{values === notes ? 'Schein' : 'Münze'}</th>
                  <th>Anzahl</th>
                  <th>Betrag</th>
                </tr>
              </thead>
              <tbody>
                {values.map((value) => (
                  <tr key={value}>
                    <td>{germanEuro(value)}</td>
                    <td />
                    <td />
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
        <table>
          <tbody>
            <Line label="Summe gezählt" isSum />
            <Line label="Davon Wechselgeld vom Anfang" />
            <Line label="Bleibt" />
            <Line label="Summe vermerkt" amount={germanEuro(sumOfPrices(taker.rows))} />
            <Line label="Differenz (Bleibt minus Summe vermerkt)" isSum />
          </tbody>
        </table>
        <p>Grund der Differenz:</p>
        <div className="count-signatures">
          <span>Ort, Tag</span>
          <span>{taker.name}</span>
          <span>Kassier</span>
        </div>
      </article>
    </div>
  )
}

type LineProps = { label: string; amount?: string; isSum?: boolean }

function Line({ label, amount = '', isSum = false }: LineProps) {
  return (
    <tr data-sum={isSum || undefined}>
      <th scope="row">{label}</th>
      <td>{amount}</td>
    </tr>
  )
}
