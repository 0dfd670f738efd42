import type { ChangeEvent, MouseEvent } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'

type RowTickProps = {
  /** Whom it ticks: "Häußler, Anna". */
  label: string
  checked: boolean
  onPress: (event: { shiftKey: boolean }) => void
}

/** The box that ticks a row; all of its square takes the press. */
export function RowTick({ label, checked, onPress }: RowTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Tick inside.
    <label
      onMouseDown={keepTextUnmarked}
      className="-m-2.5 inline-grid size-10 cursor-pointer place-items-center align-middle max-md:m-0 max-md:size-11"
    >
      <Checkbox
        data-row-tick
        aria-label={`${label} auswählen`}
        checked={checked}
        onChange={(event) => onPress({ shiftKey: isShifted(event) })}
      />
    </label>
  )
}

type HeadTickProps = { checked: boolean; mixed: boolean; onPress: () => void }

export function HeadTick({ checked, mixed, onPress }: HeadTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the Tick inside.
    <label className="-m-2.5 inline-grid size-10 cursor-pointer place-items-center align-middle">
      <Checkbox
        aria-label="Alle auf dieser Seite auswählen"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        onChange={onPress}
        className="indeterminate:border-secondary indeterminate:bg-secondary indeterminate:bg-(image:--mixed-mark)"
      />
    </label>
  )
}

/** Of a mouse as of the space bar: both end in a click. */
function isShifted({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof window.MouseEvent && nativeEvent.shiftKey
}

// Shift and a press would mark the text between two rows.
function keepTextUnmarked(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault()
}
