import { CircleAlert, CircleX, Equal, type LucideIcon, Minus, Pencil, Plus } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'
import { Card } from '#web/ui/card.tsx'
import type { ImportCounts, Verdict } from '#worker/imports/imports.contract.ts'

type Look = { word: string; icon: LucideIcon; tone: string }

// The keys are in the order in which the filter shows the verdicts, the most urgent first.
const looks: Record<Verdict, Look> = {
  error: { word: 'Fehler', icon: CircleX, tone: 'text-destructive-soft-foreground' },
  duplicate: { word: 'Doppelt?', icon: CircleAlert, tone: 'text-warning-soft-foreground' },
  changes: { word: 'Ändert', icon: Pencil, tone: 'text-secondary-soft-foreground' },
  new: { word: 'Neu', icon: Plus, tone: 'text-success-soft-foreground' },
  same: { word: 'Unverändert', icon: Equal, tone: 'text-muted-foreground' },
  skipped: { word: 'Übersprungen', icon: Minus, tone: 'text-muted-foreground' },
}

export const verdictOrder: readonly Verdict[] = [
  'error',
  'duplicate',
  'changes',
  'new',
  'same',
  'skipped',
]

export const verdictWord = (verdict: Verdict): string => looks[verdict].word

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { word, icon: Icon, tone } = looks[verdict]
  return (
    <span className={cn('inline-flex items-center gap-1.75 whitespace-nowrap font-semibold', tone)}>
      <Icon aria-hidden="true" className="size-4.25 flex-none stroke-[2.25]" />
      {word}
    </span>
  )
}

type VerdictFilterProps = {
  counts: ImportCounts
  /** The verdict whose rows are shown; null shows all rows. */
  chosen: Verdict | null
  onChoose: (verdict: Verdict | null) => void
}

/** The count of each verdict; clicking shows only these rows, a second click all again. */
export function VerdictFilter({ counts, chosen, onChoose }: VerdictFilterProps) {
  return (
    <Card bleed className="overflow-hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid of equal tiles. */}
      <div
        role="group"
        aria-label="Zeilen nach Urteil"
        className="-mt-px -ml-px grid grid-cols-6 max-lg:grid-cols-3 max-sm:grid-cols-2"
      >
        {verdictOrder.map((verdict) => (
          <button
            key={verdict}
            type="button"
            aria-pressed={chosen === verdict}
            onClick={() => onChoose(chosen === verdict ? null : verdict)}
            className="grid gap-0.5 border-t border-b-3 border-b-transparent border-l px-6 pt-4 pb-3.5 text-left -outline-offset-2 hover:bg-accent aria-pressed:border-b-secondary max-md:px-4 max-md:pt-3 max-md:pb-2"
          >
            <VerdictMark verdict={verdict} />
            <b className="font-[650] font-display text-[1.75rem] leading-[1.15] tracking-[-0.018em] tabular-nums">
              {counts[verdict]}
            </b>
          </button>
        ))}
      </div>
    </Card>
  )
}
