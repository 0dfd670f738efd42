import { Link, type LinkProps } from 'react-router'
import { useGuildName } from '#web/lib/guild-name.ts'
import { cn } from '#web/ui/cn.ts'
import { GuildMark } from '#web/ui/guild-mark.tsx'
import { inTwoLines } from './two-lines.ts'

type BrandProps = Pick<LinkProps, 'to' | 'reloadDocument' | 'className'> & {
  tone?: 'red' | 'onRed'
}

export function Brand({ tone = 'red', className, ...link }: BrandProps) {
  const name = useGuildName()
  return (
    <Link
      {...link}
      className={cn(
        'flex min-h-11 items-center gap-3 font-[640] font-display text-[1.0625rem] leading-[1.1] tracking-[-0.01em] no-underline',
        tone === 'red' ? 'text-foreground' : 'text-white',
        className,
      )}
    >
      <GuildMark tone={tone} />
      {name ? <GuildName name={name} /> : <span className="sr-only">Startseite</span>}
    </Link>
  )
}

function GuildName({ name }: { name: string }) {
  const [first, second] = inTwoLines(name)
  // The blank before the break keeps the words apart for those who hear them.
  return (
    <span>
      {first} <br />
      {second}
    </span>
  )
}
