import { useId } from 'react'
import { type Felt, Patch, PatchShapeDef } from '#web/brand/felt-patch.tsx'
import { cn } from '#web/lib/cn.ts'

const felts: readonly Felt[] = ['2', 'b', 'g', '1', 'c', '3']

/** The cord: a curve that hangs through by half of `sag`. */
const cord = { from: 2, to: 390, top: 2, sag: 52 }

/** A patch for each step, and its outline where it is still to come. */
export function SetupGarland({ of, done, className }: SetupGarlandProps) {
  const id = useId()
  const room = (cord.to - cord.from) / of
  const width = Math.min(38, room - 4)
  const shape = { width, drop: width - 3, seam: 4, stitch: '2.75 3' }
  const radius = width / 2 - 1
  return (
    <svg viewBox="-2 0 396 92" aria-hidden="true" className={cn('h-auto print:hidden', className)}>
      <defs>
        <PatchShapeDef id={id} shape={shape} />
      </defs>
      {Array.from({ length: of }, (_, index) => {
        const { x, y, tilt } = placeAt((index + 0.5) / of)
        const transform = `translate(${x} ${y}) rotate(${tilt})`
        return index < done ? (
          <Patch
            key={x}
            of={id}
            felt={felts[index % felts.length] ?? '1'}
            x={-width / 2}
            transform={transform}
          />
        ) : (
          <path
            key={x}
            transform={transform}
            d={`M-${radius} 0v${shape.drop}a${radius} ${radius} 0 0 0 ${2 * radius} 0V0`}
            fill="none"
            stroke="var(--input)"
            strokeWidth="1.5"
            strokeDasharray="4 4"
          />
        )
      })}
      <path
        d={`M${cord.from} ${cord.top}Q196 ${cord.top + cord.sag} ${cord.to} ${cord.top}`}
        fill="none"
        stroke="var(--input)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

type SetupGarlandProps = { of: number; done: number; className?: string }

/** Where a patch hangs on the cord; the heavier its end, the less it leans with it. */
function placeAt(part: number) {
  const x = cord.from + part * (cord.to - cord.from)
  const y = cord.top + 2 * part * (1 - part) * cord.sag
  const slope = (2 * (1 - 2 * part) * cord.sag) / (cord.to - cord.from)
  const tilt = (0.65 * Math.atan(slope) * 180) / Math.PI
  const rounded = (value: number) => Math.round(value * 10) / 10
  return { x: rounded(x), y: rounded(y), tilt: rounded(tilt) }
}
