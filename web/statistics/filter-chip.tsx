import { X } from 'lucide-react'

type FilterChipProps = { title: string; words: string; onRemove: () => void }

/** A choice that holds, to be taken back; on paper it says what the list leaves out. */
export function FilterChip({ title, words, onRemove }: FilterChipProps) {
  return (
    <p className="inline-flex min-h-8 items-center gap-1.5 rounded-md bg-secondary-soft py-1 ps-3 pe-1.5 text-secondary-soft-foreground text-sm max-md:min-h-11 print:w-full print:bg-transparent print:p-0 print:text-black forced-colors:border">
      <span>
        {title}: <b className="font-semibold">{words}</b>
      </span>
      <button
        type="button"
        aria-label={`Filter ${title} entfernen`}
        data-hint={`Filter ${title} entfernen`}
        onClick={onRemove}
        className="grid size-6 flex-none place-items-center rounded-sm hover:bg-card max-md:size-9 print:hidden"
      >
        <X className="size-3.5 stroke-[2.5]" />
      </button>
    </p>
  )
}
