import { useLocation, useNavigate, useSearchParams } from 'react-router'

const key = 'participation'
const scanKey = 'scan'
const askKey = 'ask'

/**
 * Whose sheet is open, and whether the scanner is, stands in the address: the phone's way back closes
 * what is on top.
 */
export function useOpenPerson() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isScanning = params.has(scanKey)
  const close = () => {
    // Opened from the list, the list is the last step; else there is none to go back to.
    if (state === openedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }
  /** Over the scanner, and begins with the question whether the confirmation is taken back. */
  const askBack = (id: number) => {
    const search = `?${scanKey}&${key}=${id}&${askKey}`
    void navigate({ search }, { state: openedHere, preventScrollReset: true })
  }
  const openId = Number(params.get(key)) || null
  return { openId, asksBack: params.has(askKey), isScanning, askBack, close }
}

const openedHere = 'from-the-list'

/** For a link of the list. */
export const linkToPerson = (id: number) => ({
  to: { search: `?${key}=${id}` },
  state: openedHere,
  preventScrollReset: true,
})

export const linkToScanner = {
  to: { search: `?${scanKey}` },
  state: openedHere,
  preventScrollReset: true,
}
