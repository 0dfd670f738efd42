import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { currentUser } from './lib/session.ts'
import { syncStaffCookie } from './lib/staff-cookie.ts'
import { paths } from './paths.ts'
import { routes } from './router.tsx'
import './styles/app.css'

syncStaffCookie()
// The server redirects visitors from the home page, except when an old cookie says they are staff.
const isStrangerAtHome = location.pathname === paths.home && !currentUser()
if (isStrangerAtHome) location.replace(paths.paradeEnrolment)

const root = document.getElementById('root')
if (root && !isStrangerAtHome) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>,
  )
}
