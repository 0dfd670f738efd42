import { Outlet, ScrollRestoration } from 'react-router'
import { useDocumentTitle } from './use-document-title.ts'

export function Root() {
  useDocumentTitle()
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
