import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { currentUser } from './lib/session.ts'
import { paths } from './paths.ts'
import { routes } from './router.tsx'
import { strangersWay } from './shell/guards.ts'
import './styles/app.css'

// Most visitors come through the front door and are strangers: they are led on before the router
// asks for the code of the staff's pages.
if (location.pathname === paths.home && !currentUser()) {
  history.replaceState(null, '', strangersWay(paths.home))
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createBrowserRouter(routes)} />
    </StrictMode>,
  )
}
