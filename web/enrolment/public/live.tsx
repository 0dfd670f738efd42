import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { PublicPage, type PublicPageProps } from './public-page.tsx'

const root = document.getElementById('root')
const data = document.getElementById('data')
if (root && data) {
  const props: PublicPageProps = JSON.parse(data.textContent)
  // In small pieces: whoever types meanwhile is served first.
  startTransition(() => {
    hydrateRoot(root, <PublicPage {...props} />)
  })
}
