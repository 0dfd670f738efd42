import '#web/styles/certificate.css'
import '#web/styles/fonts-ext.css'
import { useId } from 'react'
import { PatchShapeDef, patchRow } from '#web/brand/felt-patch.tsx'
import type { AssemblyRow } from '#worker/assembly/assembly.contract.ts'
import { certificateText, certificateWords } from '#worker/domain/certificates.ts'
import { type Day, germanDateInWords } from '#worker/domain/dates.ts'
import type { HonorRule } from '#worker/domain/honors.ts'
import { fullName } from '#worker/domain/names.ts'

type CertificateSheetProps = {
  certificate: Certificate
  /** False when the guild prints on paper that already has a frame. */
  hasFrame: boolean
}

const inMm = (size: number) => ({ fontSize: `calc(var(--mm) * ${size})` })

/** A certificate for printing (web/styles/certificate.css). */
export function CertificateSheet({ certificate, hasFrame }: CertificateSheetProps) {
  const { guild, honor, name, text, date, signatures } = certificate
  return (
    <div className="letter-frame">
      <article aria-label={`Urkunde für ${name}: ${honor}`} className="certificate-sheet">
        {hasFrame && <Frame />}
        <p className="certificate-guild">{guild}</p>
        <p className="certificate-title">Urkunde</p>
        <Tongue isShown={hasFrame} />
        <p className="certificate-honor">{honor}</p>
        <p className="certificate-name" style={inMm(nameSize(name))}>
          {name}
        </p>
        <p className="certificate-text" style={inMm(textSize(text))}>
          <UnbrokenYears text={text} />
        </p>
        <div className="certificate-foot">
          <p>{germanDateInWords(date)}</p>
          <div className="certificate-signatures">
            {signatures.map(({ office, name: by }) => (
              <div key={office}>
                {by && <p>{by}</p>}
                <p>{office}</p>
              </div>
            ))}
          </div>
        </div>
      </article>
    </div>
  )
}

/** Keeps "1990–2007" on one line, which a browser would break after the dash. */
function UnbrokenYears({ text }: { text: string }) {
  return text.split(/(\d{4}–\d{4})/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order.
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}

const patch = { width: 34, drop: 27, seam: 4, stitch: '2.5 3' }
const felts = '1b1g2c12b1g12'

/** The printed frame: an upper line with felt tongues hanging from it, and a lower line. */
function Frame() {
  const id = useId()
  return (
    <div aria-hidden="true" className="certificate-frame">
      <svg viewBox="0 0 408 46" aria-hidden="true">
        <defs>
          <PatchShapeDef id={id} shape={patch} />
        </defs>
        {patchRow(id, felts.slice(0, 12), patch.width, 0, 0)}
      </svg>
    </div>
  )
}

/** The gold tongue above the text. Not shown, it leaves its space empty, so that the text stays in place. */
function Tongue({ isShown }: { isShown: boolean }) {
  return (
    <svg viewBox="0 0 28 36" aria-hidden="true" className="certificate-tongue">
      {isShown && (
        <path
          d="M4 1h20a3 3 0 0 1 3 3v18a13 13 0 0 1-26 0V4a3 3 0 0 1 3-3z"
          fill="var(--fleck-gold)"
          stroke="var(--fleck-gold-deep)"
          strokeOpacity="0.45"
        />
      )}
    </svg>
  )
}

/** The texts of one certificate. */
type Certificate = {
  guild: string
  honor: string
  name: string
  text: string
  date: Day
  signatures: readonly Signature[]
}

/** A signature line; `name` is empty while the office is vacant. */
export type Signature = { office: string; name: string }

type Known = {
  guild: string
  /** The guild's name of the honor. */
  honor: string
  rule: Pick<HonorRule, 'certificateText'> | undefined
  date: Day
  signatures: readonly Signature[]
}

export function certificateOf(row: AssemblyRow, known: Known): Certificate {
  const { basis, member, count, offices } = row
  const { rule, ...rest } = known
  const name = fullName(member)
  const text = certificateText({ basis, certificateText: rule?.certificateText ?? '' })
  const values = { name, honor: known.honor, count, offices, date: known.date }
  return { ...rest, name, text: certificateWords(text, values) }
}

type Held = { member: { firstName: string; lastName: string }; from: Day; to: Day | null }

/**
 * The name of the person who holds an office on a day, '' for none. When the office is handed over on that
 * day, the previous holder signs.
 */
export function signatoryOn(day: Day, holders: readonly Held[]): string {
  const [first] = holders
    .filter(({ from, to }) => from <= day && (to === null || to >= day))
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return first ? fullName(first.member) : ''
}

/** The font size of a name, in millimetres; smaller for longer names, so that they fit on two or three lines. */
function nameSize(name: string): number {
  if (name.length <= 22) return 15
  if (name.length <= 44) return 11.5
  return name.length <= 80 ? 9 : 7
}

const roomForText = { width: 140, height: 52 }
const textSizes = [5.4, 4.8, 4.3, 3.9, 3.4, 2.9, 2.5]

/** The largest font size, in millimetres, at which the text ends above the signatures. */
function textSize(text: string): number {
  const fits = (size: number) => {
    const perLine = Math.floor(roomForText.width / (size * 0.52))
    const lines = text
      .split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)
    return lines * size * 1.4 <= roomForText.height
  }
  return textSizes.find(fits) ?? 2.5
}
