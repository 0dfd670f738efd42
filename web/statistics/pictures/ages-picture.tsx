import { germanCount } from '#web/lib/german-count.ts'
import type { Pictures } from '#worker/statistics/statistics.contract.ts'
import { ChartArea } from './chart-area.tsx'
import { Histogram } from './histogram.tsx'
import { PictureCard } from './picture-card.tsx'

type AgesPictureProps = Pick<Pictures, 'ages' | 'withoutBirthday'>

const title = 'Mitglieder nach Alter'
/** How broad the band without an end is drawn. */
const openYears = 10

export function AgesPicture({ ages, withoutBirthday }: AgesPictureProps) {
  const bands = ages.map((band) => ({
    label: ageOf(band),
    from: band.from,
    to: band.to === null ? band.from + openYears : band.to + 1,
    values: [band.active, band.passive],
  }))
  const unknown = withoutBirthday.active + withoutBirthday.passive
  return (
    <PictureCard
      title={title}
      series={[
        { look: 'full', label: 'Aktiv' },
        { look: 'tint', label: 'Passiv' },
      ]}
      nothing="Noch kein Mitglied."
      note={[
        'Je mehr Jahre eine Altersgruppe hat, desto dicker ist ihr Balken; seine Fläche sagt, wie viele es sind.',
        unknown > 0 && `Nicht im Bild: ${germanCount(unknown)} ohne Geburtstag.`,
      ]
        .filter(Boolean)
        .join(' ')}
      numbers={{
        heads: ['Alter', 'Aktiv', 'Passiv', 'Zusammen'],
        rows: [
          ...ages.map((band) => rowOf(ageOf(band), band)),
          ...(unknown > 0 ? [rowOf('Ohne Geburtstag', withoutBirthday)] : []),
        ],
      }}
    >
      <ChartArea>
        {(width) => (
          <Histogram
            sentence={sentenceOf(ages)}
            bands={bands}
            looks={['full', 'tint']}
            width={width}
          />
        )}
      </ChartArea>
    </PictureCard>
  )
}

type Count = { active: number; passive: number }

function rowOf(name: string, { active, passive }: Count): [string, ...number[]] {
  return [name, active, passive, active + passive]
}

function ageOf({ from, to }: Pictures['ages'][number]): string {
  return to === null ? `ab ${from}` : `${from}–${to}`
}

function sentenceOf(ages: Pictures['ages']): string {
  const size = ({ active, passive }: Count) => active + passive
  const most = ages.toSorted((a, b) => size(b) - size(a))[0]
  const active = ages.reduce((sum, band) => sum + band.active, 0)
  const all = ages.reduce((sum, band) => sum + size(band), 0)
  const [sum, ofThem, rest] = [all, active, all - active].map(germanCount)
  const start = `${title}: ${sum} Mitglieder, davon ${ofThem} aktiv und ${rest} passiv.`
  if (!most) return start
  const age = most.to === null ? `${most.from} Jahre oder älter` : `${ageOf(most)} Jahre alt`
  return `${start} Am meisten sind ${age}, nämlich ${germanCount(size(most))}.`
}
