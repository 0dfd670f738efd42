import '#web/styles/certificate.css'
import '#web/styles/fonts-ext.css'
import { useId } from 'react'
import { PatchShapeDef, patchRow } from '#web/brand/felt-patch.tsx'
import { germanDate } from '#worker/domain/dates.ts'
import { dutyLabels } from '#worker/domain/labels.ts'
import { type Certificate, nameSize, textSize } from './certificate.ts'

type CertificateSheetProps = {
  certificate: Certificate
  /** For paper that brings its own. */
  hasFrame: boolean
}

const inMm = (size: number) => ({ fontSize: `calc(var(--mm) * ${size})` })

/** A certificate as it is printed (web/styles/certificate.css). */
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
          <p>{germanDate(date)}</p>
          <div className="certificate-signatures">
            {signatures.map(({ duty, name: by }) => (
              <div key={duty}>
                {by && <p>{by}</p>}
                <p>{dutyLabels[duty]}</p>
              </div>
            ))}
          </div>
        </div>
      </article>
    </div>
  )
}

/** "1990–2007" stays on one line: a browser would part it after the dash. */
function UnbrokenYears({ text }: { text: string }) {
  return text.split(/(\d{4}–\d{4})/).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text stay in their places.
      <span key={place} className="whitespace-nowrap">
        {part}
      </span>
    ),
  )
}

const patch = { width: 34, drop: 27, seam: 4, stitch: '2.5 3' }
const felts = '1b1g2c12b1g12'

/** Two lines, and from the upper one the felt tongues hang as on the dress. */
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

/** Gold honours; without the frame its room stays empty. */
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
