import '@testing-library/jest-dom/vitest'
import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import { twMerge } from 'tailwind-merge'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'

// The files share jsdom and the libraries: each has modules of ours of its own, and leaves no trace.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  document.title = ''
  document.body.replaceChildren()
})

// Quiet output is an assertion: what React or Radix complains about fails the test.
const complaints: string[] = []
const hear = (...words: unknown[]) => complaints.push(format(...words))
console.error = hear
console.warn = hear

// Every class list that is joined: with two classes of one property, the order in the style sheet would
// decide, which nobody sees in the code.
vi.mock('#web/lib/cn.ts', async (load) => {
  const { cn } = await load<typeof import('#web/lib/cn.ts')>()
  return {
    cn(...classes: Parameters<typeof cn>) {
      const list = cn(...classes)
      const left = new Set(twMerge(list).split(' '))
      const undone = list.split(' ').filter((one) => !left.has(one))
      if (undone.length > 0) complaints.push(`${undone.join(' ')} is undone in: ${list}`)
      return list
    },
  }
})

// A busy machine is no failure.
configure({ asyncUtilTimeout: 10_000 })

// As with the touch that comes before each press; tests/web/on-demand.test.tsx presses without it.
beforeAll(async () => {
  const { overlays } = await import('#web/lib/overlays.tsx')
  await overlays.load()
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  expect(complaints.splice(0)).toEqual([])
})

// What jsdom does not draw, it does not know either.
window.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Element.prototype.scrollIntoView ??= () => {}
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => {}
Element.prototype.releasePointerCapture ??= () => {}
window.scrollTo = () => {}

// jsdom knows the dialog, but not how to open one as modal: the focus goes in, and back.
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  openers.set(this, document.activeElement)
  this.open = true
  this.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  if (!this.open) return
  this.open = false
  const opener = openers.get(this)
  if (opener instanceof HTMLElement) opener.focus()
  this.dispatchEvent(new Event('close'))
}
const openers = new WeakMap<HTMLDialogElement, Element | null>()
