import { BarRounded } from '@visx/shape'
import { germanCount } from '#web/lib/german-count.ts'
import { type Bar, type Look, sumAbove, sumBelow, textWidth } from './bar.ts'
import { paintOf, wordsOn } from './paint.ts'

type BarPieceProps = {
  /** From the stack: `bar` holds its two ends on the scale. */
  piece: {
    bar: { 0: number; 1: number; data: Bar }
    x: number
    y: number
    width: number
    height: number
  }
  look: Look
}

// Between two pieces of a bar, so that they part without their colours.
const seam = 1.5
const thinnest = 2

/** One value of a bar. Its outer end is round; it bears its number where there is room. */
export function BarPiece({ piece, look }: BarPieceProps) {
  const { 0: from, 1: to, data } = piece.bar
  if (from === to) return null
  const isTop = to > 0 && to === sumAbove(data)
  const isBottom = from < 0 && from === sumBelow(data)
  const height = Math.max(thinnest, piece.height - (from > 0 ? seam : 0))
  const value = germanCount(to - from)
  const hasNumber = !isWhole(piece) && height >= 18 && textWidth(value) <= piece.width + 8
  return (
    <>
      <BarRounded
        x={piece.x}
        y={piece.y}
        width={piece.width}
        height={height}
        radius={4}
        top={isTop}
        bottom={isBottom}
        {...paintOf(look)}
      />
      {hasNumber && (
        <text
          x={piece.x + piece.width / 2}
          y={piece.y + height / 2}
          dy="0.35em"
          textAnchor="middle"
          className={`${wordsOn(look)} text-xs`}
        >
          {value}
        </text>
      )}
    </>
  )
}

/** Then the sum at its end says it already. */
function isWhole({ bar: { 0: from, 1: to, data } }: BarPieceProps['piece']): boolean {
  return to - from === (to > 0 ? sumAbove(data) : -sumBelow(data))
}
