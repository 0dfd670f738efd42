const tones = {
  red: { ground: 'var(--primary)', line: 'var(--primary)' },
  onRed: { ground: 'oklch(1 0 0 / 0.14)', line: 'var(--fleck-3)' },
}

type GuildMarkProps = { tone?: keyof typeof tones }

/** A bell on a felt tongue. */
export function GuildMark({ tone = 'red' }: GuildMarkProps) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className="size-9 flex-none">
      <path
        d="M6 0h24a6 6 0 0 1 6 6v16a14 14 0 0 1-14 14h-8A14 14 0 0 1 0 22V6a6 6 0 0 1 6-6z"
        fill={tones[tone].ground}
      />
      <Bell line={tones[tone].line} />
    </svg>
  )
}

export function Bell({ line }: { line: string }) {
  return (
    <>
      <circle cx="18" cy="8.6" r="2.6" fill="none" stroke="var(--fleck-gold)" strokeWidth="2.2" />
      <circle cx="18" cy="20" r="9.6" fill="var(--fleck-gold)" />
      <path d="M8.6 18.2h18.8" stroke={line} strokeWidth="1.7" />
      <circle cx="13.2" cy="22.8" r="1.5" fill={line} />
      <circle cx="22.8" cy="22.8" r="1.5" fill={line} />
      <path d="M18 23.6v6.2" stroke={line} strokeWidth="2.1" strokeLinecap="round" />
    </>
  )
}

/** The classes of a link around the guild's mark and name. */
export const brandLook =
  'flex min-h-11 items-center gap-3 font-[640] font-display text-[min(1.0625rem,8vw)] leading-[1.1] tracking-[-0.01em] no-underline'

export function GuildName({ name }: { name: string }) {
  const [first, second] = inTwoLines(name)
  // The blank separates the words for screen readers.
  return (
    <span>
      {first} <br />
      {second}
    </span>
  )
}

/** Breaks a name at the blank nearest to its middle: "Narrenzunft", "Schellental". */
function inTwoLines(name: string): [string, string] {
  const middle = name.length / 2
  const blanks = [...name.matchAll(/ /g)].map((match) => match.index)
  const [nearest] = blanks.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  return nearest === undefined ? [name, ''] : [name.slice(0, nearest), name.slice(nearest + 1)]
}
