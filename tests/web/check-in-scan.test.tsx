import { screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openCheckIn, renderCheckIn } from '#tests/support/check-in-page.tsx'

const blocked = 'Die Kamera ist gesperrt. Tippe Name oder Nummer.'

/** A phone whose owner has said no. */
function refusingCamera() {
  const getUserMedia = vi.fn().mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
  return getUserMedia
}

const alertOf = async () => {
  const scanner = await screen.findByRole('dialog', { name: 'Code scannen' })
  return within(scanner).findByRole('alert')
}

test('"Scannen" asks for the camera and shows a note when it is blocked', async () => {
  const getUserMedia = refusingCamera()
  const { person } = await openCheckIn()
  expect(getUserMedia).not.toHaveBeenCalled()
  await person.click(screen.getByRole('link', { name: 'Scannen' }))
  expect(await alertOf()).toHaveTextContent(blocked)
  expect(getUserMedia).toHaveBeenCalledOnce()
})

test('The address that opens the scanner shows an error if the camera is blocked', async () => {
  refusingCamera()
  renderCheckIn({ path: '/parades/participation/check/5?scan' })
  expect(await alertOf()).toHaveTextContent(blocked)
})
