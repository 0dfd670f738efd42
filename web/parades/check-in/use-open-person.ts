import { useLocation, useNavigate, useSearchParams } from 'react-router'

const key = 'participation'

/** Whose sheet is open stands in the address: the phone's way back closes the sheet. */
export function useOpenPerson() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const close = () => {
    // Opened from the list, the list is the last step; else there is none to go back to.
    if (state === openedHere) void navigate(-1)
    else void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }
  return { openId: Number(params.get(key)) || null, close }
}

const openedHere = 'from-the-list'

/** For a link of the list. */
export const linkToPerson = (id: number) => ({
  to: { search: `?${key}=${id}` },
  state: openedHere,
  preventScrollReset: true,
})
