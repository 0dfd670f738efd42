import { useId } from 'react'
import { cn } from '#web/lib/cn.ts'
import { type Felt, Patch, type PatchShape, PatchShapeDef, patchRow } from './felt-patch.tsx'
import { Bell } from './guild-mark.tsx'

const hemPatch = { width: 34, drop: 27, seam: 4, stitch: '2.5 3' }

/** The lower edge of the public pages' band; once per page, because of its ids. */
export function Hem() {
  const id = useId()
  return (
    <svg aria-hidden="true" className="-mt-px block h-13.5 w-full print:hidden">
      <defs>
        <PatchShapeDef id={`${id}t`} shape={hemPatch} />
        <pattern id={`${id}p`} width="408" height="96" patternUnits="userSpaceOnUse">
          {patchRow(`${id}t`, 'b1g2c12b1g12', 34, 0, 8)}
          {patchRow(`${id}t`, '1313233132331', 34, -17, -8)}
          {patchRow(`${id}t`, '333333333333', 34, 0, -25)}
        </pattern>
      </defs>
      <rect width="100%" height="54" fill={`url(#${id}p)`} />
    </svg>
  )
}

const artPatch = { width: 46, drop: 39, seam: 5, stitch: '3.5 3.5' }
const artRows = [
  '12g21333b12',
  '222313c31112',
  'b32213111g2',
  '3112b21g1333',
  '3112231323c',
  '13g113221b11',
  '3331c212121',
  'g112311b231g',
  '2b1g1113221',
  '212133311c12',
  'c311123g122',
  '31332g1311b3',
  '212131b3311',
  'c1b32311123c',
]

/** The pattern of the dress, over the whole parent; each row of patches overlaps the row below. */
export function FlecklePattern({ className }: { className?: string }) {
  const id = useId()
  const rows = Array.from({ length: artRows.length + 4 }, (_, index) => artRows.length + 1 - index)
  return (
    <svg aria-hidden="true" className={cn('absolute inset-0 size-full print:hidden', className)}>
      <defs>
        <PatchShapeDef id={`${id}t`} shape={artPatch} />
        <pattern id={`${id}p`} width="506" height="476" patternUnits="userSpaceOnUse">
          {rows.map((row) => {
            const felts = artRows[(row + artRows.length) % artRows.length] ?? ''
            return <g key={row}>{patchRow(`${id}t`, felts, 46, row % 2 ? -23 : 0, row * 34)}</g>
          })}
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id}p)`} />
    </svg>
  )
}

/** The page's background with a scalloped edge over the picture above (phones). */
export function Scallop({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg
      aria-hidden="true"
      height="25"
      className={cn('absolute -bottom-px left-0 w-full print:hidden', className)}
    >
      <defs>
        <pattern id={id} width="46" height="25" patternUnits="userSpaceOnUse" x="23">
          <path d="M0 1a23 23 0 0 0 23 23a23 23 0 0 0 23-23v25H0z" fill="var(--background)" />
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  )
}

type Hanging = readonly [x: number, y: number, tilt: number, felt: Felt | 'gap']

const small: readonly Hanging[] = [
  [17.6, 8.2, 9.3, '2'],
  [52.8, 12.6, 4.7, 'b'],
  [88, 14, 0, 'c'],
  [123.2, 12.6, -4.7, 'gap'],
  [158.4, 8.2, -9.3, '1'],
]

const large: readonly Hanging[] = [
  [21.8, 10.6, 11.3, '2'],
  [65.3, 18.2, 8.5, 'b'],
  [108.9, 23.7, 5.7, 'c'],
  [152.4, 26.9, 2.9, '1'],
  [196, 28, 0, 'gap'],
  [239.6, 26.9, -2.9, '3'],
  [283.1, 23.7, -5.7, 'g'],
  [326.7, 18.2, -8.5, 'b'],
  [370.2, 10.6, -11.3, '2'],
]

const smallPatch = { width: 28, drop: 26, seam: 4, stitch: '2.75 3' }
const largePatch = { width: 38, drop: 35, seam: 4, stitch: '2.75 3' }

/**
 * A cord with patches for empty states; one patch is missing. The large cord shows a result: the gap a failure,
 * a bell in the gap a success.
 */
export function Garland({ large: isLarge, bell, className }: GarlandProps) {
  const id = useId()
  const shape = isLarge ? largePatch : smallPatch
  const viewBox = isLarge ? `-6 0 404 ${bell ? 120 : 90}` : '-6 0 188 62'
  return (
    <svg viewBox={viewBox} aria-hidden="true" className={cn('h-auto print:hidden', className)}>
      <defs>
        <PatchShapeDef id={id} shape={shape} />
      </defs>
      {(isLarge ? large : small).map(([x, y, tilt, felt]) => {
        const place = { transform: `translate(${x} ${y}) rotate(${tilt})`, x: -shape.width / 2 }
        if (felt !== 'gap') return <Patch key={x} of={id} felt={felt} {...place} />
        return bell ? <HangingBell key={x} /> : <Gap key={x} shape={shape} {...place} />
      })}
      <path
        d={isLarge ? 'M2 6Q196 50 390 6' : 'M2 5Q88 23 174 5'}
        fill="none"
        stroke="var(--input)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  )
}

type GarlandProps = { large?: boolean; bell?: boolean; className?: string }

function Gap({ shape, transform }: { shape: PatchShape; transform: string }) {
  const radius = shape.width / 2 - 1
  return (
    <path
      transform={transform}
      d={`M-${radius} 3v${shape.drop - 3}a${radius} ${radius} 0 0 0 ${2 * radius} 0V3`}
      fill="none"
      stroke="var(--input)"
      strokeWidth="1.75"
      strokeDasharray="3.5 4.5"
      strokeLinecap="round"
    />
  )
}

function HangingBell() {
  return (
    <>
      <path d="M196 28v12.9" stroke="var(--input)" strokeWidth="2" />
      <g transform="translate(147.1 24.6) scale(2.714)">
        <Bell line="var(--fleck-gold-deep)" />
      </g>
    </>
  )
}
