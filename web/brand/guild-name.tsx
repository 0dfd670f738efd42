import { inTwoLines } from '#web/lib/two-lines.ts'

/** Of the link with the mark and the guild's name, at the start of every page. */
export const brandLook =
  'flex min-h-11 items-center gap-3 font-[640] font-display text-[min(1.0625rem,8vw)] leading-[1.1] tracking-[-0.01em] no-underline'

export function GuildName({ name }: { name: string }) {
  const [first, second] = inTwoLines(name)
  // The blank before the break keeps the words apart for those who hear them.
  return (
    <span>
      {first} <br />
      {second}
    </span>
  )
}
