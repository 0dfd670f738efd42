import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { LetterSheet } from '#web/components/print/letter-sheet.tsx'
import type { FeeLetter } from '#worker/billing/billing.contract.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { type GuildAccount, letterWords } from '#worker/domain/fee-letter-words.ts'
import { fullName } from '#worker/domain/names.ts'

/** The sender, from the guild's settings. */
export type LetterSender = GuildAccount & {
  street: string
  plz: string
  town: string
  contactEmail: string
}

export type PrintedLetter = Omit<FeeLetter, 'id' | 'mailState' | 'voidedAt'>

/** A letter with more fees uses a smaller font. */
const fewFees = 8

export function FeeLetterSheet({
  letter,
  writer,
}: {
  letter: PrintedLetter
  writer: LetterSender
}) {
  const words = letterWords(letter, writer)
  const { payer } = letter
  const home = [writer.name, writer.street, `${writer.plz} ${writer.town}`]
  return (
    <LetterSheet
      sender={trimmed(home).join(' · ')}
      address={trimmed([
        fullName(payer),
        `${payer.addressStreet} ${payer.addressNumber}`,
        `${payer.addressPlz} ${payer.addressTown}`,
      ])}
      info={trimmed([
        writer.name,
        writer.contactEmail,
        germanDate(berlinDay(new Date(letter.createdAt))),
      ])}
      subject={words.subject}
      isDense={words.fees.length > fewFees}
    >
      <p>{words.greeting}</p>
      {words.opening.map((text) => (
        <p key={text} className="whitespace-pre-line">
          {text}
        </p>
      ))}
      <table>
        <tbody>
          {letter.claims.map(({ claimId }, index) => (
            <tr key={claimId}>
              <td>{words.fees[index]?.title}</td>
              <td>{words.fees[index]?.amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <strong>{words.sum}</strong>
      </p>
      <div className="letter-payment">
        <dl>
          {words.facts.map(({ label, value }) => (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {words.code && (
          <figure>
            <GiroPicture code={words.code} />
            <figcaption>Mit der Banking-App scannen und zahlen</figcaption>
          </figure>
        )}
      </div>
      {words.closing.map((text) => (
        <p key={text} className="whitespace-pre-line">
          {text}
        </p>
      ))}
      <p>
        Viele Grüße
        <br />
        {writer.name}
      </p>
    </LetterSheet>
  )
}

function trimmed(lines: readonly string[]): string[] {
  return lines.map((line) => line.trim()).filter(Boolean)
}

/** The GiroCode that banking apps scan, with its quiet zone. */
function GiroPicture({ code }: { code: string }) {
  const { size, path } = useMemo(() => pictureOf(code), [code])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="GiroCode"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function pictureOf(code: string): { size: number; path: string } {
  const rows = encodeQR(code, 'raw', { ecc: 'medium', border: 4 })
  const path = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return { size: rows.length, path: path.join('') }
}
