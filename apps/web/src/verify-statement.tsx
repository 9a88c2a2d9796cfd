import '#ui/base.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { createRoot } from 'react-dom/client'
import { LastResort } from '#app/last-resort.tsx'
import { VerifyStatement } from '#features/statements/verify-statement.tsx'
import { browserCrypto } from '#runtime/browser-crypto.ts'
import frame from '#app/shell/account-frame.module.css'

const place = document.getElementById('root')
if (place === null) throw new Error('verify-statement.html has no element with the id root.')

createRoot(place).render(
  <StrictMode>
    <LastResort>
      <I18nProvider locale="en-US">
        <div className={frame['page']}>
          <main className={frame['main']}>
            <h1 className={frame['brand']}>Verify a statement</h1>
            <VerifyStatement crypto={browserCrypto(window.crypto)} />
          </main>
        </div>
      </I18nProvider>
    </LastResort>
  </StrictMode>,
)
