import { useState } from 'react'
import { Link } from 'react-router'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** A sheet that can be printed. */
export type PrintableSheet = {
  key: string
  name: string
  /** The address of the member's page. */
  to: string
  about: string
  /** Why the sheet is not ticked by default or cannot be printed; null when it is ticked. */
  hint: string | null
  isPossible: boolean
  /** Whether the sheet is ticked until the user changes the tick. */
  isTickedFirst: boolean
}

/** The ticks of the sheets to print; a sheet that cannot be printed is never ticked. */
export function useSheetSelection(choices: readonly PrintableSheet[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isTicked = ({ key, isPossible, isTickedFirst }: PrintableSheet) =>
    isPossible && (changed.get(key) ?? isTickedFirst)
  return {
    choices,
    isTicked,
    ticked: new Set(choices.filter(isTicked).map(({ key }) => key)),
    onTick: (key: string, isOn: boolean) => setChanged((before) => new Map(before).set(key, isOn)),
    onTickAll: (isOn: boolean) => setChanged(new Map(choices.map(({ key }) => [key, isOn]))),
    reset: () => setChanged(new Map()),
  }
}

type PrintChoiceProps = Omit<ReturnType<typeof useSheetSelection>, 'ticked' | 'reset'>

export function PrintChoice({ choices, isTicked, onTick, onTickAll }: PrintChoiceProps) {
  const possible = choices.filter(({ isPossible }) => isPossible)
  return (
    <>
      {possible.length > 1 && (
        <Checkbox
          checked={possible.every(isTicked)}
          onChange={(event) => onTickAll(event.target.checked)}
        >
          Alle {possible.length}
        </Checkbox>
      )}
      <ul>
        {choices.map((choice) => {
          const { key, name, to, about, hint, isPossible } = choice
          return (
            <li key={key} className="flex items-start gap-2.5 border-b py-2 last:border-0">
              <Checkbox
                aria-label={`${name}, ${about}`}
                checked={isTicked(choice)}
                disabled={!isPossible}
                onChange={(event) => onTick(key, event.target.checked)}
                className="mt-0.5"
              />
              <div className="grid min-w-0 flex-1 gap-x-6 md:grid-cols-2">
                <div className="wrap-anywhere min-w-0">
                  <Link to={to} className="font-semibold text-inherit no-underline hover:underline">
                    {name}
                  </Link>
                  {hint && <p className="text-muted-foreground text-sm">{hint}</p>}
                </div>
                <p className="wrap-anywhere text-muted-foreground max-md:text-sm">{about}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
