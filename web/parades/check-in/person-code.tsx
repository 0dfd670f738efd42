import { encodeQR } from 'qr'
import { checkInLink } from '#worker/domain/check-in.ts'

type PersonCodeProps = { code: string; name: string }

/** The code to scan on the day, for people without a mail: entered internally or on site. */
export function PersonCode({ code, name }: PersonCodeProps) {
  const svg = encodeQR(checkInLink(location.origin, code), 'svg', { ecc: 'medium', border: 4 })
  return (
    <figure className="mt-4 grid justify-items-center gap-2 text-center text-muted-foreground">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
        alt={`Code von ${name}`}
        className="w-full max-w-68 rounded-md bg-white"
      />
      <figcaption>Kann abfotografiert und am Umzugstag gezeigt werden.</figcaption>
    </figure>
  )
}
