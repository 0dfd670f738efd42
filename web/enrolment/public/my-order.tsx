import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { listenForSaving, listenForSlides } from './code-box-listeners.ts'
import { MyOrderPage, type MyOrderPageProps } from './my-order-page.tsx'

listenForSlides()
listenForSaving()

const root = document.getElementById('root')
const data: MyOrderPageProps = JSON.parse(document.getElementById('data')?.textContent ?? '{}')
if (root) {
  hydrateRoot(
    root,
    <StrictMode>
      <MyOrderPage {...data} />
    </StrictMode>,
  )
}
