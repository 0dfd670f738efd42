import { act } from '@testing-library/react'

/** Somebody comes back to the page: the phone comes out of the pocket, the tab to the front. */
export function lookAgain(): void {
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
