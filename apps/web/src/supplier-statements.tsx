import '#ui/base.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { LastResort } from '#app/last-resort.tsx'
import { LinkedSupplierPage } from '#app/linked-supplier-page.tsx'

const place = document.getElementById('root')
if (place === null) throw new Error('supplier-statements.html has no element with the id root.')

createRoot(place).render(
  <StrictMode>
    <LastResort>
      <I18nProvider locale="en-US">
        <LinkedSupplierPage />
      </I18nProvider>
    </LastResort>
  </StrictMode>,
)
