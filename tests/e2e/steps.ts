import type { Page } from '@playwright/test'

/** A user's steps: controls pressed and fields filled in. */
export type Steps = { presses: number; fields: number }

/**
 * Counts from the page's next document on. The same control pressed repeatedly in a row counts
 * once, and a field once each time it gets the focus. @returns a function that returns the counts
 * since its last call
 */
export async function countSteps(page: Page): Promise<() => Steps> {
  let steps: Steps = { presses: 0, fields: 0 }
  await page.exposeFunction('countStep', (kind: keyof Steps) => {
    steps[kind] += 1
  })
  await page.addInitScript(() => {
    const tell = (kind: string) => Reflect.get(globalThis, 'countStep')(kind)
    let pressed: Element | null = null
    let filled: EventTarget | null = null
    const onPress = ({ target }: Event) => {
      const control = target instanceof Element ? target.closest('button, a, label, input') : null
      // A toast disappears without being pressed.
      if (control?.closest('[data-slot=toast]') || (control && control === pressed)) return
      pressed = control
      tell('presses')
    }
    const onInput = ({ target }: Event) => {
      pressed = null
      const isTick = target instanceof HTMLInputElement && /checkbox|radio/.test(target.type)
      if (isTick || target === filled) return
      filled = target
      tell('fields')
    }
    const onFocus = () => {
      filled = null
    }
    addEventListener('pointerdown', onPress, true)
    addEventListener('input', onInput, true)
    addEventListener('focusin', onFocus, true)
  })
  return () => {
    const past = steps
    steps = { presses: 0, fields: 0 }
    return past
  }
}
