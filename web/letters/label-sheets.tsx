import '#web/styles/fonts-ext.css'
import { type Label, letterSize } from './labels.ts'

/** As they are printed (web/styles/labels.css). */
export function LabelSheets({ sheets }: { sheets: readonly (Label | null)[][] }) {
  return (
    <div className="grid gap-6 print:block">
      {sheets.map((places, sheet) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is nothing but its place
        <div key={sheet} className="label-frame">
          <section aria-label={`Bogen ${sheet + 1}`} className="label-sheet">
            {places.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: so is a label
              <Place key={place} lines={label?.lines ?? []} />
            ))}
          </section>
        </div>
      ))}
    </div>
  )
}

/** A point is 0.3528 mm. */
function Place({ lines }: { lines: readonly string[] }) {
  const [name, street, town] = lines
  if (name === undefined) return <div />
  return (
    <p
      className="label"
      style={{ fontSize: `calc(var(--mm) * ${(letterSize(lines) * 0.3528).toFixed(3)})` }}
    >
      <span>{name}</span>
      <span>{street}</span>
      <span>{town}</span>
    </p>
  )
}
