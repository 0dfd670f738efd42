import { type ReactNode, useId } from 'react'
import { Card, CardHead } from '#web/ui/card.tsx'
import { Legend, type Series } from './legend.tsx'
import { Numbers, type NumbersOf, PictureFoot } from './numbers.tsx'

type PictureCardProps = {
  title: string
  series?: readonly Series[]
  /** A line below the picture. */
  note?: ReactNode
  numbers: NumbersOf
  /** What the picture says; beside it stands how to see the numbers. */
  foot?: string
  /** Instead of the picture when all is zero. */
  nothing: string
  children: ReactNode
}

export function PictureCard({ title, series, note, numbers, ...rest }: PictureCardProps) {
  const titleId = useId()
  const isEmpty = numbers.rows.every(([, ...row]) => row.every((number) => number === 0))
  return (
    <Card bleed aria-labelledby={titleId} className={card}>
      <CardHead
        id={titleId}
        title={title}
        className="flex-wrap gap-y-1! print:py-0"
        actions={series && !isEmpty && <Legend series={series} />}
      />
      {isEmpty ? (
        <p className="px-6 pb-6 text-muted-foreground max-md:px-4">{rest.nothing}</p>
      ) : (
        <>
          <div className="pb-4">
            {rest.children}
            {note && <p className={noteLine}>{note}</p>}
          </div>
          {rest.foot ? (
            <PictureFoot title={title} titleId={titleId} sentence={rest.foot} {...numbers} />
          ) : (
            <Numbers title={title} {...numbers} />
          )}
        </>
      )}
    </Card>
  )
}

// On paper the blue of the day, when it is printed by night as well.
const card =
  'overflow-hidden print:break-inside-avoid print:[--chart-1:oklch(0.46_0.13_258)] print:[--chart-4:oklch(0.63_0.105_168)] print:[--chart-5:oklch(0.5_0.115_322)] print:[--chart-grid:oklch(0.925_0.005_50)]'

const noteLine = 'px-6 pt-2 text-muted-foreground text-xs max-md:px-4 print:px-0'
