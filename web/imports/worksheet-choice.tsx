import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Failure } from '#web/components/failure.tsx'
import { detailOf } from '#web/lib/failure-detail.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { paths } from '#web/paths.ts'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { StagedImport } from '#worker/imports/imports.contract.ts'
import type { SheetKind } from './kind-words.ts'
import { ProgressLine } from './progress-line.tsx'
import { type LoadedFile, loadedFileOf, restageFile, withHeadingsIn } from './stage-file.ts'
import type { Progress } from './upload.ts'

type WorksheetChoiceProps = { staged: StagedImport; kind: SheetKind }

/** Chooses the sheet and its heading line, while this tab has the file. */
export function WorksheetChoice({ staged, kind }: WorksheetChoiceProps) {
  const file = loadedFileOf(staged.id)
  return file && <Choice id={staged.id} kind={kind} file={file} />
}

type ChoiceProps = { id: number; kind: SheetKind; file: LoadedFile }

function Choice({ id, kind, file }: ChoiceProps) {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Progress | null>(null)
  const { submit, isPending, failure } = useSubmit(restageFile(id, setProgress), (staged) =>
    navigate(paths.import(staged.id), { replace: true }),
  )
  const restage = (chosen: LoadedFile) => void submit({ kind, file: chosen })
  const { sheets, sheet } = file
  return (
    <div className="grid gap-3 px-6 pb-4 max-md:px-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        {sheets.length > 1 && (
          <label className="flex items-center gap-2" htmlFor="sheet">
            Tabelle
            <Select
              id="sheet"
              wrapperClassName="w-56"
              disabled={isPending}
              value={sheets.findIndex(({ table }) => table === sheet.table)}
              onChange={(event) => {
                const chosen = sheets[Number(event.target.value)]
                if (chosen) restage({ ...file, sheet: chosen })
              }}
            >
              {sheets.map(({ name }, index) => (
                <option key={name} value={index}>
                  {name}
                </option>
              ))}
            </Select>
          </label>
        )}
        <HeadingRow
          // With a new heading row React makes the input anew; a rejected line number stays typed.
          key={sheet.headingRow}
          row={sheet.headingRow}
          last={sheet.table.lines.at(-1)?.row ?? 1}
          isBusy={isPending}
          onChange={(row) => restage(withHeadingsIn(file, row))}
        />
      </div>
      {isPending && <ProgressLine progress={progress} />}
      {failure && <Failure failure={failure} detail={detailOf(failure)} focusOnMount />}
    </div>
  )
}

type HeadingRowProps = {
  row: number
  last: number
  isBusy: boolean
  onChange: (row: number) => void
}

function HeadingRow({ row, last, isBusy, onChange }: HeadingRowProps) {
  const [typed, setTyped] = useState(String(row))
  const done = () => {
    const wanted = Number(typed)
    const isLine = Number.isInteger(wanted) && wanted >= 1 && wanted <= last
    if (!isLine) setTyped(String(row))
    else if (wanted !== row) onChange(wanted)
  }
  return (
    <label className="flex items-center gap-2" htmlFor="heading-row">
      Überschriften in Zeile
      <Input
        id="heading-row"
        type="number"
        inputMode="numeric"
        min={1}
        max={last}
        className="w-20!"
        disabled={isBusy}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => event.key === 'Enter' && done()}
      />
    </label>
  )
}
