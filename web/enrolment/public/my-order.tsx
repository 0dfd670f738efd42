import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { MyOrderPage, type MyOrderPageProps } from './my-order-page.tsx'
import { listenForSaving } from './save-code.ts'
import { listenForSlides } from './slides.ts'

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
