import { createContext, useContext } from 'react'

type HelpOpener = {
  /** Whether the help of the page that is shown stands beside it. */
  isOpen: boolean
  toggle: () => void
}

export const HelpContext = createContext<HelpOpener>({ isOpen: false, toggle: () => {} })

/** The help, which the shell draws, for whatever has a button that opens it. */
export const useHelp = () => useContext(HelpContext)
