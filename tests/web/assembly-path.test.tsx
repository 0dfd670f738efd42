import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { anAssembly, fourRows } from '#tests/support/assembly.ts'
import { AssemblyPath, assemblySteps } from '#web/assembly/assembly-path.tsx'
import type { Assembly, AssemblyRow } from '#worker/assembly/assembly.contract.ts'

const day = '2026-11-21'

function stepsAt(today: string, assembly: Partial<Assembly> = {}, mayAct = true) {
  render(
    <MemoryRouter>
      <AssemblyPath assembly={anAssembly(assembly)} today={today} mayAct={mayAct} canChangeDay />
    </MemoryRouter>,
  )
  return within(screen.getByLabelText('Der Weg zur Generalversammlung'))
    .getAllByRole('listitem')
    .map((item) => ({
      title: item.querySelector('p > span')?.textContent,
      text: item.textContent ?? '',
      isCurrent: item.getAttribute('aria-current') === 'step',
    }))
}

const currentStep = (steps: ReturnType<typeof stepsAt>) =>
  steps.filter(({ isCurrent }) => isCurrent).map(({ title }) => title)
const rowsWith = (changes: Partial<AssemblyRow>) => fourRows.map((row) => ({ ...row, ...changes }))
const ordered = { orderedOn: '2026-10-01' }
const invited = { ...ordered, invitedOn: '2026-10-20' }

describe('The path to the assembly', () => {
  test('The path to the assembly has eight steps, from the day to the annual report', () => {
    const titles = stepsAt('2026-09-20').map(({ title }) => title)
    expect(titles).toHaveLength(assemblySteps)
    expect(titles).toEqual([
      'Tag',
      'Liste prüfen',
      'Bestellen',
      'Einladen',
      'Urkunden',
      'Am Abend',
      'Eintragen',
      'Jahresbericht',
    ])
  })

  test.each(['2026-09-20', '2026-11-22'])(
    'On %s the day of the assembly is marked as set, with its date, and not as "Erledigt"',
    (today) => {
      const [first] = stepsAt(today)
      expect(first?.text).toContain('Tag')
      expect(first?.text).toContain('Sa 21.11.2026')
      expect(first?.text).toContain('Festgelegt')
      expect(first?.text).not.toContain('Erledigt')
    },
  )

  test('As long as nothing is ordered and no member is invited, the current step is "Liste prüfen"', () => {
    const steps = stepsAt('2026-09-20')
    expect(currentStep(steps)).toEqual(['Liste prüfen'])
    expect(steps[2]?.text).toContain('4 zu bestellen')
    expect(steps[3]?.text).toContain('3 Personen')
  })

  test.each([
    ['2026-09-20', ordered, 'Einladen'],
    ['2026-10-22', invited, 'Urkunden'],
    ['2026-11-22', { ...invited, honorId: 1, act: 'a' }, 'Jahresbericht'],
  ])('On %s, with all rows marked %o, the current step is %s', (today, marks, title) => {
    expect(currentStep(stepsAt(today, { rows: rowsWith(marks) }))).toEqual([title])
  })

  test.each([
    ['2026-09-20', {}, 'Liste prüfen', ['Bestellen', 'Einladen']],
    ['2026-09-20', ordered, 'Einladen', []],
    [day, invited, 'Am Abend', ['Urkunden', 'Eintragen', 'Jahresbericht']],
    ['2026-11-22', invited, 'Eintragen', ['Urkunden', 'Jahresbericht']],
  ])(
    'On %s, with all rows marked %o, only "%s" is marked "Jetzt", and the other steps that can be done are open',
    (today, marks, current, open) => {
      const assembly = { rows: rowsWith(marks) }
      const marked = (steps: ReturnType<typeof stepsAt>, word: string) =>
        steps.filter(({ text }) => text.includes(word)).map(({ title }) => title)
      const steps = stepsAt(today, assembly)
      expect(marked(steps, 'Jetzt')).toEqual([current])
      expect(marked(steps, 'Offen')).toEqual(open)
      cleanup()
      const read = stepsAt(today, assembly, false)
      expect(marked(read, 'Jetzt')).toEqual([])
      expect(read.some(({ isCurrent }) => isCurrent)).toBe(false)
    },
  )

  test('When only some honors are entered, the step of entering shows the number entered and the total, such as "1 von 4"', () => {
    const rows = fourRows.map((row, index) =>
      index === 0 ? { ...row, honorId: 9, act: 'a' } : row,
    )
    expect(stepsAt('2026-11-22', { rows })[6]?.text).toContain('1 von 4 eingetragen')
  })

  test('Without due honors six of the eight steps are marked as not needed, and the annual report is the current one', () => {
    const steps = stepsAt('2026-11-22', { rows: [] })
    expect(steps.filter(({ text }) => text.includes('Nicht nötig'))).toHaveLength(6)
    expect(currentStep(steps)).toEqual(['Jahresbericht'])
  })
})
