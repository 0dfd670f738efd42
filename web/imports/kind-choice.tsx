import { Download } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { kindWords, type SheetKind, sheetKinds } from './kind-words.ts'
import { saveTemplate } from './template.ts'

type KindChoiceProps = { kind: SheetKind; disabled: boolean; onChange: (kind: SheetKind) => void }

/** What the file holds: one file, one kind. */
export function KindChoice({ kind, disabled, onChange }: KindChoiceProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="sr-only">Was steht in der Datei?</legend>
      {sheetKinds.map((one) => (
        <Kind key={one} kind={one} isChosen={one === kind} onChoose={() => onChange(one)} />
      ))}
    </fieldset>
  )
}

type KindProps = { kind: SheetKind; isChosen: boolean; onChoose: () => void }

function Kind({ kind, isChosen, onChoose }: KindProps) {
  const { label, text } = kindWords[kind]
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-t py-1.5 pr-3 pl-6 hover:bg-accent max-md:pl-4">
      <Radio
        name="kind"
        checked={isChosen}
        onChange={onChoose}
        aria-describedby={id}
        labelClassName="flex-[1_1_16rem] py-2"
        className="mt-0.5 self-start"
      >
        <span>
          <b className="block font-semibold">{label}</b>
          <span id={id} className="text-muted-foreground text-sm">
            {text}
          </span>
        </span>
      </Radio>
      <Button variant="ghost" size="sm" className="ms-auto" onClick={() => saveTemplate(kind)}>
        <Download />
        Vorlage<span className="sr-only">: {label}</span>
      </Button>
    </div>
  )
}
