import '@testing-library/jest-dom/vitest'
import { format } from 'node:util'
import { cleanup, configure } from '@testing-library/react'
import { twMerge } from 'tailwind-merge'
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'

// The test files share jsdom and the libraries, but load the app's modules again and remove what they leave
// behind.
vi.resetModules()
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  document.title = ''
  document.body.replaceChildren()
})

// Fails a test with warnings or errors of React or Radix.
const complaints: string[] = []
const hear = (...words: unknown[]) => complaints.push(format(...words))
console.error = hear
console.warn = hear

// Fails on class lists with two classes of one property: only the order in the style sheet decides between
// them.
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

// A busy machine may be slow.
configure({ asyncUtilTimeout: 10_000 })

// In a browser the touch before a press loads the overlays; tests/web/on-demand.test.tsx presses without it.
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

// Browser APIs that jsdom lacks because it does not draw.
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

// jsdom cannot open a dialog as modal: moves the focus into it, and back.
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
