import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import {
  aMemberRow,
  baisch,
  gruber,
  manyMembers,
  oettinger,
  zoller,
} from '#tests/support/member-rows.ts'
import { MemberPicker } from '#web/members/shared/member-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import type { MemberRow } from '#worker/members/members.contract.ts'

type Choices = (MemberRow | null)[]

type OwnerProps = { members: readonly MemberRow[] | null; choices: Choices }

function Owner({ members, choices }: OwnerProps) {
  const [chosen, setChosen] = useState<MemberRow | null>(null)
  return (
    <Field label="Mitglied" error={chosen ? undefined : 'Wähle ein Mitglied.'}>
      {(ids) => (
        <MemberPicker
          {...ids}
          members={members}
          chosen={chosen}
          onChoose={(member) => {
            choices.push(member)
            setChosen(member)
          }}
        />
      )}
    </Field>
  )
}

const guild = [zoller, oettinger, gruber, baisch]

function renderPicker(members: readonly MemberRow[] = guild) {
  const choices: Choices = []
  render(<Owner members={members} choices={choices} />)
  return { choices, input: screen.getByRole('combobox', { name: 'Mitglied' }) }
}

const shown = () => screen.queryAllByRole('option').map((option) => option.textContent)
const names = () => screen.queryAllByRole('option').map(({ firstChild }) => firstChild?.textContent)

test('The member picker finds an organization and shows it by its name alone', async () => {
  const krone = { ...baisch, id: 99, firstName: '', lastName: 'Gasthaus Krone GmbH' }
  const { input, choices } = renderPicker([krone, gruber])
  await userEvent.type(input, 'krone gast')
  expect(names()).toEqual(['Gasthaus Krone GmbH'])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(choices).toEqual([krone])
  expect(input).toHaveValue('Gasthaus Krone GmbH')
})

describe('the search of the member picker', () => {
  test.each([
    ['Gruber, Anne', 'by name as lists show it'],
    ['annegret grub', 'by name as people say it'],
    ['HAEUSSLER', 'by the name of birth'],
    ['häußler ann', 'by first name and name of birth'],
  ])('"%s" finds a member %s', async (text) => {
    const { input } = renderPicker()
    await userEvent.type(input, text)
    expect(names()).toEqual(['Gruber (geb: Häußler), Annegret'])
  })

  test('The member picker finds a member by town and street in any order', async () => {
    const elsewhere = aMemberRow({
      id: 50,
      lastName: 'Kächele',
      addressStreet: 'Am Bächle',
      addressTown: 'Bad Waldsee',
    })
    const { input } = renderPicker([...guild, elsewhere])
    await userEvent.type(input, 'waldsee baech')
    expect(names()).toEqual(['Kächele, Annegret'])
  })

  test('The member picker finds a double name by each of its parts', async () => {
    const double = aMemberRow({ id: 50, lastName: 'Maier-Öttinger', firstName: 'Jo' })
    const { input } = renderPicker([...guild, double])
    await userEvent.type(input, 'öttinger')
    expect(names()).toEqual(['Öttinger, Leonie', 'Maier-Öttinger, Jo'])
  })

  test('The member picker does not match the middle of a word', async () => {
    const { input } = renderPicker()
    await userEvent.type(input, 'uber')
    expect(names()).toEqual([])
    expect(screen.getByRole('status')).toHaveTextContent('Kein Mitglied gefunden')
  })
})

describe('the list of the member picker', () => {
  test('The member picker lists matches of the name before matches of the address, both sorted by name', async () => {
    const members = [
      aMemberRow({ id: 1, lastName: 'Zeller', firstName: 'Ida', addressStreet: 'Moosweg' }),
      aMemberRow({ id: 2, lastName: 'Abt', firstName: 'Moosa', addressStreet: 'Gasse' }),
      aMemberRow({ id: 3, lastName: 'Moosmann', firstName: 'Udo', addressStreet: 'Gasse' }),
      aMemberRow({ id: 4, lastName: 'Moos', firstName: 'Udo', addressStreet: 'Gasse' }),
    ]
    const { input } = renderPicker(members)
    await userEvent.type(input, 'moos')
    expect(names()).toEqual(['Moos, Udo', 'Moosmann, Udo', 'Abt, Moosa', 'Zeller, Ida'])
  })

  test('The member picker shows birthday, address, and a state other than "Aktiv", so that members of the same name differ', async () => {
    const twin = aMemberRow({ id: 50, birthday: null, membershipState: 'Left', addressNumber: '' })
    const { input } = renderPicker([gruber, twin])
    await userEvent.type(input, 'gruber')
    expect(shown()).toEqual([
      'Gruber, AnnegretKlosterweg, 88999 Moosried · Ausgetreten',
      'Gruber (geb: Häußler), Annegret14.03.1968 · Klosterweg 3, 88999 Moosried',
    ])
  })

  test('The member picker shows a future exit with its date', async () => {
    const { input } = renderPicker([aMemberRow({ exitDate: '2026-12-31' })])
    await userEvent.type(input, 'gruber')
    expect(shown()).toEqual([
      'Gruber, Annegret14.03.1968 · Klosterweg 3, 88999 Moosried · tritt aus zum 31.12.2026',
    ])
  })

  test('The member picker lists at most twenty members, with a note about more', async () => {
    const { input } = renderPicker(manyMembers(1200))
    await userEvent.type(input, 'nr')
    expect(screen.getAllByRole('option')).toHaveLength(20)
    expect(screen.getByText('20 von 1.200. Tippe weiter.')).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(
      '1.200 Mitglieder gefunden, 20 davon in der Liste',
    )
    await userEvent.type(input, '0042')
    expect(screen.getByRole('status')).toHaveTextContent('Kein Mitglied gefunden')
  })

  test('When the members arrive after typing, the member picker lists the matches of the typed text', async () => {
    const { rerender } = render(<Owner members={null} choices={[]} />)
    await userEvent.type(screen.getByRole('combobox'), 'gru')
    expect(screen.getByRole('status')).toHaveTextContent('Laden...')
    rerender(<Owner members={guild} choices={[]} />)
    expect(names()).toEqual(['Gruber (geb: Häußler), Annegret'])
  })

  test('The member picker opens its list before anything is typed, and closes it when the field is left', async () => {
    const { input } = renderPicker()
    await userEvent.click(input)
    expect(names()).toHaveLength(4)
    await userEvent.tab()
    expect(names()).toEqual([])
    expect(input).toHaveAttribute('aria-expanded', 'false')
  })
})

describe('choosing a member', () => {
  test('With Enter the member picker chooses the best match', async () => {
    const { input, choices } = renderPicker()
    await userEvent.type(input, 'b{Enter}')
    expect(choices).toEqual([baisch])
    expect(input).toHaveValue('Baisch, Wolfgang')
    expect(names()).toEqual([])
  })

  test('With the arrow keys and Enter another member is chosen, and the field references the highlighted option', async () => {
    const { input, choices } = renderPicker()
    await userEvent.type(input, 'moosried{ArrowDown}')
    const second = screen.getAllByRole('option')[1] as HTMLElement
    expect(input).toHaveAttribute('aria-activedescendant', second.id)
    expect(second).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    expect(choices).toEqual([gruber])
  })

  test('If the member picker has only one match, an arrow key does not remove its highlight', async () => {
    const { input, choices } = renderPicker()
    await userEvent.type(input, 'zol{ArrowDown}')
    expect(screen.getByRole('option')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(choices).toEqual([zoller])
  })

  test('A click in the member picker chooses a member', async () => {
    const { input, choices } = renderPicker()
    await userEvent.type(input, 'zol')
    await userEvent.click(screen.getByRole('option', { name: /Zoller/ }))
    expect(choices).toEqual([zoller])
    expect(input).toHaveFocus()
  })

  test('After a member was chosen, typing clears the choice', async () => {
    const { input, choices } = renderPicker()
    await userEvent.type(input, 'gru{Enter}')
    await userEvent.type(input, '{Backspace}')
    expect(choices).toEqual([gruber, null])
    expect(input).toHaveValue('Gruber, Annegre')
    expect(input).toHaveAccessibleDescription('Wähle ein Mitglied.')
  })

  test('The clear button empties the member picker', async () => {
    const { input, choices } = renderPicker()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
    await userEvent.type(input, 'gru{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Auswahl leeren' }))
    expect(choices).toEqual([gruber, null])
    expect(input).toHaveValue('')
    expect(input).toHaveFocus()
  })
})

test('In a dialog the first Escape closes the list of members, the second one the dialog', async () => {
  const closed: boolean[] = []
  render(
    <Dialog
      open
      onOpenChange={() => closed.push(true)}
      title="Besitzer ändern"
      footer={<Button>Abbrechen</Button>}
    >
      <Owner members={guild} choices={[]} />
    </Dialog>,
  )
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByRole('combobox'), 'gru')
  await userEvent.keyboard('{Escape}')
  expect(dialog.queryAllByRole('option')).toEqual([])
  expect(closed).toEqual([])
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual([true])
})
