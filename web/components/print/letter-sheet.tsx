import { type ReactNode, useId } from 'react'

type Letter = {
  /** Above the address, in the envelope's window: "Narrenzunft Schellental · Rathausgasse 1 · 88999 Moosried" */
  sender: string
  /** The recipient's name and address, at most five lines. */
  address: readonly string[]
  /** Beside the window: the date and the contact. */
  info: readonly string[]
  subject: string
}

type LetterSheetProps = Letter & {
  /** True gives a letter with many lines a smaller type. */
  isDense?: boolean
  children: ReactNode
}

const folds = [105, 210]

/** A printed A4 letter (web/styles/sheets.css). */
export function LetterSheet({
  sender,
  address,
  info,
  subject,
  isDense = false,
  children,
}: LetterSheetProps) {
  const id = useId()
  return (
    <div className="letter-frame">
      <article aria-labelledby={id} className="letter-sheet">
        {folds.map((fold) => (
          <span
            key={fold}
            aria-hidden="true"
            className="letter-fold"
            style={{ top: `calc(var(--mm) * ${fold})` }}
          />
        ))}
        <p className="letter-sender">{sender}</p>
        <p className="letter-address">
          {address.filter(Boolean).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="letter-info">
          {info.filter(Boolean).map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </p>
        <h3 id={id} className="letter-subject">
          {subject}
        </h3>
        <div className="letter-body" data-dense={isDense || undefined}>
          {children}
        </div>
      </article>
    </div>
  )
}
