import type { Page } from '@playwright/test'

/** Visible faults of a screen: overflowing elements, and text that is cut off without an ellipsis. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const { documentElement: root } = document
    const { clientWidth, scrollWidth } = root
    if (scrollWidth > clientWidth)
      faults.push(`${scrollWidth - clientWidth} px wider than the screen`)
    const tell = (what: string, element: Element) =>
      faults.push(`${what}: <${element.localName}> ${element.textContent?.trim().slice(0, 60)}`)
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility()) continue
      const { overflowX, textOverflow, position } = getComputedStyle(element)
      const box = element.getBoundingClientRect()
      // One pixel wide: for screen readers only.
      if (box.width <= 1 || box.height <= 1) continue
      const hasWords = [...element.childNodes].some(
        (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim(),
      )
      const isCut = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis'
      if (isCut && hasWords && element.scrollWidth > element.clientWidth + 1)
        tell('cut off', element)
      const isOut = box.right > clientWidth + 1 || box.left < -1
      if (hasWords && isOut && position !== 'fixed' && !scrollsSideways(element))
        tell('outside', element)
    }
    return faults

    function scrollsSideways(element: Element): boolean {
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (['auto', 'scroll'].includes(getComputedStyle(at).overflowX)) return true
      }
      return false
    }
  })
}
