import { useLocation, useNavigate, useSearchParams } from 'react-router'

const key = 'participation'
const scanKey = 'scan'

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
  /** Over whatever is open. */
  const open = (id: number) => {
    const search = isScanning ? `?${scanKey}&${key}=${id}` : `?${key}=${id}`
    void navigate({ search }, { state: openedHere, preventScrollReset: true })
  }
  return { openId: Number(params.get(key)) || null, isScanning, open, close }
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
