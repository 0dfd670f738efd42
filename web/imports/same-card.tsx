import { Card, CardBody, CardHead } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import type { MappingState } from './use-mapping.ts'

const ways = [
  { value: 'number', label: 'Gleiche Mitgliedsnummer, sonst Name und Geburtstag' },
  { value: 'name', label: 'Nur Name und Geburtstag' },
] as const

/** Numbers of another program's may mean somebody else here. */
export function SameCard({ mapping }: { mapping: MappingState }) {
  const chosen = mapping.answers.choices.matchBy ?? 'number'
  return (
    <Card bleed aria-labelledby="same">
      <CardHead id="same" title="Wer ist schon da?" />
      <CardBody>
        <p className="mb-2 text-muted-foreground">
          Wen die Datei wiederfindet, der wird geändert und nicht doppelt angelegt.
        </p>
        <div role="radiogroup" aria-labelledby="same" className="flex flex-wrap gap-x-10 gap-y-1">
          {ways.map(({ value, label }) => (
            <Radio
              key={value}
              name="matchBy"
              checked={chosen === value}
              onChange={() => mapping.setChoice('matchBy', value)}
            >
              {label}
            </Radio>
          ))}
        </div>
      </CardBody>
    </Card>
  )
}
