import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { MyOrderPage, type MyOrderPageProps } from './my-order-page.tsx'
import { listenForSlides } from './slides.ts'

listenForSlides()

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
