import { act } from '@testing-library/react'

/** The page becomes visible again, as after switching tabs or unlocking the phone. */
export function lookAgain(): void {
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}
