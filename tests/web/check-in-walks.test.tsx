import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  actsCall,
  aRow,
  baisch,
  confirmButton,
  confirmed,
  confirmPerson,
  dorn,
  hansel,
  hohenkirch,
  holdTime,
  openCheckIn,
  rowOf,
  setFilters,
  settles,
  shownNames,
  straßer,
  wears,
} from '#tests/support/check-in-page.tsx'
import { lookAgain } from '#tests/support/look-again.ts'
import { offline } from '#tests/support/wire.ts'

// A helper works down the list: rows stay in place, and the focus moves to the next person.

const ziegler = aRow({ id: 31, memberName: 'Ziegler, Uwe', costume: wears(hansel, '9118') })
const four = [baisch, dorn, straßer, ziegler]

describe('the list with confirmed people hidden', () => {
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  async function openHiding() {
    const app = await openCheckIn({ rows: four })
    await setFilters(app, 'Bestätigte ausblenden')
    await waitFor(() => expect(shownNames()).not.toContain('Straßer, Jörg'))
    holdTime()
    // The last activity of the page; the clock is stopped from here on.
    fireEvent.pointerDown(window)
    return app
  }

  async function tick(name: string) {
    fireEvent.pointerDown(confirmButton(name))
    fireEvent.click(confirmButton(name))
    await pass(300)
    const ok = screen.getByRole('button', { name: 'OK' })
    fireEvent.pointerDown(ok)
    fireEvent.click(ok)
    await pass(50)
    await settles(() => expect(rowOf(name).getByText(/13:50 Uhr/)).toBeVisible())
  }

  const open = ['Baisch, Wolfgang', 'Dorn, Christa', 'Ziegler, Uwe']

  test('With confirmed people hidden, a person just confirmed stays visible until the page was idle for three seconds', async () => {
    await openHiding()
    await tick('Baisch, Wolfgang')
    await pass(2900)
    expect(shownNames()).toEqual(open)
    await pass(100)
    expect(shownNames()).toEqual(['Dorn, Christa', 'Ziegler, Uwe'])
  })

  test.each([
    ['pointer that moves', () => fireEvent.pointerMove(window)],
    ['key', () => fireEvent.keyDown(window, { key: 'Tab' })],
    ['list that scrolls', () => fireEvent.scroll(window)],
  ])('A %s restarts the three seconds until confirmed people are hidden', async (_, touch) => {
    await openHiding()
    await tick('Baisch, Wolfgang')
    await pass(2500)
    touch()
    await pass(2500)
    expect(shownNames()).toEqual(open)
    await pass(500)
    expect(shownNames()).toHaveLength(2)
  })

  test('As long as a finger rests on the screen, confirmed people are not hidden', async () => {
    await openHiding()
    await tick('Baisch, Wolfgang')
    fireEvent.touchStart(window, { touches: [{}] })
    await pass(20_000)
    expect(shownNames()).toEqual(open)
    fireEvent.touchEnd(window, { touches: [] })
    await pass(3000)
    expect(shownNames()).toHaveLength(2)
  })

  test('Confirmed people stay in the list while a sheet is open', async () => {
    await openHiding()
    await tick('Baisch, Wolfgang')
    fireEvent.click(screen.getByRole('button', { name: 'Vor Ort eintragen' }))
    await pass(10_000)
    expect(screen.getByText('Baisch, Wolfgang')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Abbrechen' }))
    await pass(2500)
    expect(shownNames()).toEqual(open)
    await pass(1000)
    expect(shownNames()).toHaveLength(2)
  })

  test('After a second confirmation the first confirmed person stays visible too', async () => {
    await openHiding()
    await tick('Baisch, Wolfgang')
    await pass(2500)
    await tick('Dorn, Christa')
    await pass(2500)
    expect(shownNames()).toEqual(open)
    await pass(1000)
    expect(shownNames()).toEqual(['Ziegler, Uwe'])
  })

  test('Changing a filter hides confirmed people at once', async () => {
    await openHiding()
    await tick('Baisch, Wolfgang')
    fireEvent.click(screen.getByRole('button', { name: /^Filter/ }))
    fireEvent.click(screen.getByRole('button', { name: /^Schellenhansel/ }))
    await pass(0)
    expect(shownNames()).toEqual(['Ziegler, Uwe'])
    fireEvent.click(screen.getByRole('button', { name: /^Alle \d/ }))
    await pass(0)
    expect(shownNames()).toEqual(['Dorn, Christa', 'Ziegler, Uwe'])
  })

  test('A person confirmed by another helper stays visible for three seconds too', async () => {
    const { street } = await openHiding()
    street.set(confirmed(baisch), dorn, straßer, ziegler)
    lookAgain()
    await pass(1500)
    await settles(() => expect(rowOf('Baisch, Wolfgang').getByText(/13:50 Uhr/)).toBeVisible())
    expect(shownNames()).toEqual(open)
    await pass(3000)
    expect(shownNames()).toEqual(['Dorn, Christa', 'Ziegler, Uwe'])
  })
})

describe('the focus after a confirmation', () => {
  test('The focus moves to the next "Bestätigen" of a person not yet confirmed, and finally to the page', async () => {
    const app = await openCheckIn({ rows: four })
    await confirmPerson(app, 'Baisch, Wolfgang')
    await waitFor(() => expect(confirmButton('Dorn, Christa')).toHaveFocus())
    await confirmPerson(app, 'Dorn, Christa')
    await waitFor(() => expect(confirmButton('Ziegler, Uwe')).toHaveFocus())
    await confirmPerson(app, 'Ziegler, Uwe')
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
    expect(await rowOf('Ziegler, Uwe').findByText(/13:50 Uhr/)).toBeVisible()
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('The focus moves to the next "Bestätigen" also without a connection', async () => {
    const app = await openCheckIn({ rows: four, wire: { [actsCall]: offline } })
    await confirmPerson(app, 'Baisch, Wolfgang')
    await waitFor(() => expect(confirmButton('Dorn, Christa')).toHaveFocus())
    expect(rowOf('Baisch, Wolfgang').getByText('Wartet noch')).toBeVisible()
    await confirmPerson(app, 'Dorn, Christa')
    await waitFor(() => expect(confirmButton('Ziegler, Uwe')).toHaveFocus())
  })

  test('After a cancelled confirmation the focus is on the button that opened it', async () => {
    const { person } = await openCheckIn()
    await person.click(confirmButton('Baisch, Wolfgang'))
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    await waitFor(() => expect(confirmButton('Baisch, Wolfgang')).toHaveFocus())
  })
})

test('A typed costume number finds its person in the check-in list', async () => {
  const { person } = await openCheckIn({ rows: four })
  await person.type(screen.getByRole('searchbox'), '9118')
  await waitFor(() => expect(shownNames()).toEqual(['Ziegler, Uwe']))
})

describe('the tabs of parallel parades on a narrow phone', () => {
  /** Sets the width by the number of parades, since jsdom has no layout. */
  function layOut(scrollWidth: number, clientWidth: number) {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(clientWidth)
    onTestFinished(() => void vi.restoreAllMocks())
  }

  async function openThree() {
    const night = { ...hohenkirch, id: 6, title: 'Nachtumzug' }
    await openCheckIn({ others: [{ parade: night, rows: [] }] })
    const row = (await screen.findByRole('navigation', { name: 'Umzüge dieses Tages' }))
      .firstElementChild
    const scroller = row?.firstElementChild
    if (!row || !scroller) throw new Error('There is no row of parades')
    fireEvent.scroll(scroller)
    return {
      scroller,
      sides: () =>
        [...row.querySelectorAll<HTMLElement>('[data-slot^="more"]')].map(
          (one) => one.dataset.slot,
        ),
    }
  }

  test('The tabs of parallel parades show on which side further tabs are hidden', async () => {
    layOut(600, 390)
    const { scroller, sides } = await openThree()
    expect(sides()).toEqual(['more-after'])
    scroller.scrollLeft = 100
    fireEvent.scroll(scroller)
    expect(sides()).toEqual(['more-before', 'more-after'])
    scroller.scrollLeft = 209.5
    fireEvent.scroll(scroller)
    expect(sides()).toEqual(['more-before'])
  })

  test('The tabs of parallel parades show no arrows when all tabs are visible', async () => {
    layOut(390, 390)
    expect((await openThree()).sides()).toEqual([])
  })
})
