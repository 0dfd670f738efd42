import { useLocation, useNavigate, useSearchParams } from 'react-router'

const key = 'participation'
const scanKey = 'scan'
const askKey = 'ask'

/** The open sheet and the scanner, kept in the address so that the phone's back button closes them. */
export function useOpenPerson() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const isScanning = params.has(scanKey)
  const close = () => {
    // If the person was opened from the list, the list is one step back in the history.
    if (state === openedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }
  /** Opens the person over the scanner, with the question whether to undo the confirmation. */
  const askBack = (id: number) => {
    const search = `?${scanKey}&${key}=${id}&${askKey}`
    void navigate({ search }, { state: openedHere, preventScrollReset: true })
  }
  const openId = Number(params.get(key)) || null
  return { openId, asksBack: params.has(askKey), isScanning, askBack, close }
}

const openedHere = 'from-the-list'

/** The properties of a link that opens a person over the list. */
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
