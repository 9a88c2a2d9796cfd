import type { EntryLink } from '@desk/schema/sources/source-tests'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { paramWords } from './entry-words.ts'
import { useTestStarted } from './use-test-started.ts'
import styles from './sources.module.css'

const EntryQr = lazyOverlay(
  () => import('./entry-qr.tsx'),
  'The code',
  ({ onClose }) => onClose(),
)

/** The suppliers' entry links: one line each, with the placeholders to fill in. */
export function EntryLinks({ sourceId }: { readonly sourceId: number }) {
  const desk = useDesk()
  const onTestStarted = useTestStarted()
  const [shown, setShown] = useState<EntryLink | null>(null)
  // the test panel below reads the same data, and shows its errors
  const { data } = useQuery({
    ...desk.query('sources.testLink', { params: { id: sourceId } }),
    staleTime: 0,
    gcTime: 0,
  })
  if (data === undefined || data.entry_links.length === 0) return null
  return (
    <section className={styles['panel']} aria-labelledby="entry-links">
      <div className={styles['head']}>
        <h2 id="entry-links">Entry links</h2>
        <p className={styles['note']}>Send each supplier its own link. {paramWords(data.entry_params)}</p>
      </div>
      <ul role="list" className={styles['entries']} aria-label="Entry links by supplier">
        {data.entry_links.map(entry => (
          <li key={entry.pm_sup_ud}>
            <span className={styles['supplier']}>{entry.name}</span>
            <div className={styles['link']}>
              <input
                readOnly
                value={entry.link}
                aria-label={`Entry link of ${entry.name}`}
                onFocus={event => event.target.select()}
              />
              <Button
                onPress={() => void copyText(entry.link, `The entry link of ${entry.name}`)}
                aria-label={`Copy the entry link of ${entry.name}`}
              >
                Copy
              </Button>
              <a
                className={buttonClass()}
                href={entry.test}
                target="_blank"
                rel="noreferrer"
                onClick={onTestStarted}
                aria-label={`Test the link of ${entry.name}`}
              >
                Test
              </a>
              <Button onPress={() => setShown(entry)} aria-label={`QR code of the link of ${entry.name}`}>
                QR
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {shown === null ? null : <EntryQr name={shown.name} link={shown.test} onClose={() => setShown(null)} />}
      </Suspense>
    </section>
  )
}
