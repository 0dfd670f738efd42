import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { DateField } from '#web/components/date-field.tsx'
import { type TypedDay, unreadableDay } from '#web/lib/typed-day.ts'
import type { Day } from '#worker/domain/dates.ts'

const notADate = 'Das ist kein gültiges Datum. Schreib es so: 24.12.1990'

type BirthdayProps = {
  start: Day | null
  onDay: (day: Day | null) => void
  onInvalid: (isInvalid: boolean) => void
}

function Birthday({ start, onDay, onInvalid }: BirthdayProps) {
  const [typed, setTyped] = useState<TypedDay>(start)
  const dayOf = (value: TypedDay) => (value === unreadableDay ? null : value)
  return (
    <DateField
      label="Geburtstag"
      help="Ab 16 Jahren gilt der Preis für Erwachsene."
      value={typed}
      today="2026-11-21"
      onChange={(next) => {
        onInvalid(next === unreadableDay)
        if (dayOf(next) !== dayOf(typed)) onDay(dayOf(next))
        setTyped(next)
      }}
    />
  )
}

function renderBirthday(start: Day | null = null) {
  const days: (Day | null)[] = []
  const invalid = vi.fn()
  render(<Birthday start={start} onDay={(day) => days.push(day)} onInvalid={invalid} />)
  return { days, invalid, input: screen.getByRole('textbox', { name: 'Geburtstag' }) }
}

describe('typing a date', () => {
  test.each([
    ['1.2.1990', '1990-02-01', '01.02.1990'],
    ['01.02.90', '1990-02-01', '01.02.1990'],
    ['01021990', '1990-02-01', '01.02.1990'],
    ['010758', '1958-07-01', '01.07.1958'],
    // While typing, "010719" must not be completed to 1 July 2019.
    ['01071958', '1958-07-01', '01.07.1958'],
    ['29.02.2024', '2024-02-29', '29.02.2024'],
  ])(
    'The typed date %s is recognised and written in full when the field loses focus',
    async (text, day, shown) => {
      const { input, days } = renderBirthday()
      await userEvent.type(input, text)
      await userEvent.tab()
      expect(days).toEqual([day])
      expect(input).toHaveValue(shown)
      expect(input).toBeValid()
    },
  )

  test('While the year is typed, a date is reported as invalid to the form, but no error is shown', async () => {
    const { input, days, invalid } = renderBirthday()
    await userEvent.type(input, '1.2.19')
    expect(days).toEqual([])
    expect(invalid).toHaveBeenLastCalledWith(true)
    expect(input).toBeValid()
  })

  test('Enter first completes a year of two digits, and then the form is sent', async () => {
    const { input, days } = renderBirthday()
    await userEvent.type(input, '1.2.90{Enter}')
    expect(days).toEqual(['1990-02-01'])
  })

  test('An invalid date stays in the field, with a sentence about the format', async () => {
    const { input, invalid } = renderBirthday()
    await userEvent.type(input, '31.02.2001')
    await userEvent.tab()
    expect(input).toHaveValue('31.02.2001')
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription(expect.stringContaining(notADate))
    expect(invalid).toHaveBeenLastCalledWith(true)
  })

  test('A year outside 1900 to 2099 shows an error', async () => {
    const { input } = renderBirthday()
    await userEvent.type(input, '1.2.1890')
    await userEvent.tab()
    expect(input).toHaveAccessibleDescription('Das Jahr muss zwischen 1900 und 2099 liegen.')
  })

  test('Correcting an invalid date removes the error', async () => {
    const { input, days, invalid } = renderBirthday()
    await userEvent.type(input, '31.02.2001')
    await userEvent.tab()
    await userEvent.clear(input)
    await userEvent.type(input, '28.02.2001')
    expect(input).toBeValid()
    expect(days).toEqual(['2001-02-28'])
    expect(invalid).toHaveBeenLastCalledWith(false)
  })

  test('An invalid or emptied date is reported as null', async () => {
    const { input, days, invalid } = renderBirthday('1991-11-01')
    await userEvent.type(input, '{Backspace}')
    expect(days).toEqual([null])
    expect(invalid).toHaveBeenLastCalledWith(true)
    await userEvent.clear(input)
    expect(invalid).toHaveBeenLastCalledWith(false)
    await userEvent.tab()
    expect(input).toBeValid()
  })
})

test('When the value of a date field is replaced, its text changes', () => {
  const field = { label: 'Geburtstag', today: '2026-11-21', onChange: () => {} }
  const { rerender } = render(<DateField {...field} value="1991-11-01" />)
  expect(screen.getByRole('textbox')).toHaveValue('01.11.1991')
  rerender(<DateField {...field} value="2009-11-11" />)
  expect(screen.getByRole('textbox')).toHaveValue('11.11.2009')
  rerender(<DateField {...field} value={null} />)
  expect(screen.getByRole('textbox')).toHaveValue('')
})

test('If an emptied date field must have a value, it shows the old one again', async () => {
  render(<DateField label="Umzug" today="2026-11-21" value="2027-01-17" onChange={() => {}} />)
  const input = screen.getByRole('textbox')
  await userEvent.clear(input)
  expect(input).toHaveValue('')
  await userEvent.tab()
  expect(input).toHaveValue('17.01.2027')
})

describe('the calendar of a date field', () => {
  const open = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Kalender öffnen' }))
    return screen.findByRole('dialog', { name: 'Kalender' }, { timeout: 5000 })
  }

  test('A day chosen in the calendar is shown in the field, and the focus is on the button again', async () => {
    const { input, days } = renderBirthday('1991-11-01')
    await open()
    await userEvent.click(screen.getByRole('button', { name: /15\. November 1991/ }))
    expect(days).toEqual(['1991-11-15'])
    expect(input).toHaveValue('15.11.1991')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Kalender öffnen' })).toHaveFocus()
  })

  test('A day in a distant year is chosen in the calendar with three clicks', async () => {
    const { days } = renderBirthday()
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Jahr 2026, ändern' }))
    expect(screen.getByRole('button', { name: '1900' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: '2099' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '1958' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Monat auswählen' }), 'März')
    await userEvent.click(screen.getByRole('button', { name: /, 3\. März 1958/ }))
    expect(days).toEqual(['1958-03-03'])
  })

  test('Without a value the calendar opens at today, and the arrow keys move by days', async () => {
    const { days } = renderBirthday()
    await open()
    expect(screen.getByRole('button', { name: /Heute.*21\. November 2026/ })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    expect(days).toEqual(['2026-11-22'])
  })

  test('A day chosen in the calendar replaces an invalid text', async () => {
    const { input, invalid } = renderBirthday()
    await userEvent.type(input, '31.02.2001')
    await userEvent.tab()
    await open()
    await userEvent.click(screen.getByRole('button', { name: /10\. November 2026/ }))
    expect(input).toHaveValue('10.11.2026')
    expect(input).toBeValid()
    expect(invalid).toHaveBeenLastCalledWith(false)
  })
})

describe('the calendar of a birthday', () => {
  const open = async (value: Day | null = null) => {
    const days: TypedDay[] = []
    const field = { label: 'Geburtstag', today: '2026-11-21', isBirthday: true, value }
    render(<DateField {...field} onChange={(day) => days.push(day)} />)
    await userEvent.click(screen.getByRole('button', { name: 'Kalender öffnen' }))
    await screen.findByRole('dialog', { name: 'Kalender' }, { timeout: 5000 })
    return days
  }

  test('The calendar of a birthday first shows a choice of years, up to the current one', async () => {
    const days = await open()
    expect(screen.getByRole('button', { name: '2001' })).toHaveFocus()
    expect(screen.getByRole('button', { name: '1900' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '2027' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: '2019' }))
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Monat auswählen' }),
      'August',
    )
    await userEvent.click(screen.getByRole('button', { name: /, 3\. August 2019/ }))
    expect(days).toEqual(['2019-08-03'])
  })

  test('The calendar of a birthday disables the days after today', async () => {
    const days = await open('2025-12-24')
    await userEvent.click(screen.getByRole('button', { name: '2026' }))
    // December has not begun: the last month that has is shown.
    expect(screen.getByRole('combobox', { name: 'Monat auswählen' })).toHaveDisplayValue('November')
    expect(screen.getByRole('option', { name: 'Dezember' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Zum nächsten Monat' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    expect(screen.getByRole('button', { name: /22\. November 2026/ })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: /21\. November 2026/ }))
    expect(days).toEqual(['2026-11-21'])
  })
})

test('If the value comes with the typed text, the date field shows this text', async () => {
  const field = { label: 'Geburtstag', today: '2026-11-21', onChange: () => {} }
  const { rerender } = render(<DateField {...field} value={null} />)
  rerender(<DateField {...field} value={unreadableDay} typed="31.02." />)
  expect(screen.getByRole('textbox')).toHaveValue('31.02.')
  rerender(<DateField {...field} value="2015-02-01" typed="1.2.15" />)
  expect(screen.getByRole('textbox')).toHaveValue('1.2.15')
})
