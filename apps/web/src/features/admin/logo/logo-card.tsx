import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { useAct } from '#runtime/acts/use-act.ts'
import type { AnswerOf } from '#runtime/api/endpoints.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import styles from './logo.module.css'

const FILE_MAX_BYTES = 1_000_000
const TOO_LARGE = 'The file is over 1 MB. Nothing was changed.'

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })

/** Shows an account's logo as the top bar has it in both themes, sets another and takes it away (§2.39, §7.22, api:M10, api:M11). */
export function LogoCard({
  accountId,
  name,
  heading,
}: {
  readonly accountId: number
  readonly name: string
  /** Unset: the page has the logo's name already. */
  readonly heading?: string
}) {
  const desk = useDesk()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  /** Why the chosen file is not sent. */
  const [fileFault, setFileFault] = useState<string | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const query = desk.query('accounts.logo', { params: { id: accountId } })
  const reading = useQuery(query)
  const { data } = reading
  const params = { id: accountId }
  const keep = (stored: AnswerOf<'accounts.setLogo'>) => {
    queries.setQueryData(query.queryKey, stored)
    void queries.invalidateQueries({ queryKey: [HISTORY] })
  }
  const saving = useAct('accounts.setLogo', {
    onDone: stored => {
      keep(stored)
      void showToast({ type: 'success', message: 'The logo was saved' })
    },
  })
  const choose = (file: File | undefined) => {
    if (file === undefined) return
    saving.dismiss()
    setFileFault(file.size > FILE_MAX_BYTES ? TOO_LARGE : null)
    if (file.size > FILE_MAX_BYTES) return
    dataUrlOf(file).then(
      data => saving.send({ params, payload: { data } }),
      () => setFileFault('The file cannot be read.'),
    )
  }
  if (data === undefined) return <NotLoaded query={reading} title="The logo" height="120px" lines={1} />
  const { data: logo } = data
  return (
    <section className={styles['card']} aria-label="Logo">
      {heading === undefined ? null : <h2>{heading}</h2>}
      <div className={styles['shown']}>
        {(['light', 'dark'] as const).map(theme => (
          <div key={theme} className={styles['bar']} data-theme={theme}>
            {logo === null ? (
              <span className={styles['name']}>{name}</span>
            ) : (
              <img className={styles['logo']} src={logo} alt={`${name}, on ${theme}`} />
            )}
          </div>
        ))}
      </div>
      <p className={styles['note']}>
        {logo === null ? 'There is no logo: the top bar shows the account’s name. ' : ''}A PNG, JPEG or SVG of at most 1
        MB. It is scaled to the height of the top bar. An SVG must have its text as paths.
      </p>
      <div className={styles['acts']}>
        <Button
          icon={<ImageUp aria-hidden />}
          variant={logo === null ? 'primary' : 'secondary'}
          isPending={saving.isPending}
          onPress={() => input.current?.click()}
        >
          {logo === null ? 'Choose a file' : 'Choose another file'}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".png,.jpg,.jpeg,.svg,image/png,image/jpeg,image/svg+xml"
          hidden
          aria-label="Image file of the logo"
          onChange={event => {
            choose(event.target.files?.[0])
            // the same file may be chosen again
            event.target.value = ''
          }}
        />
        {logo === null ? null : (
          <Button icon={<Trash2 aria-hidden />} onPress={() => setRemoving(true)}>
            Remove
          </Button>
        )}
      </div>
      {fileFault === null ? null : <p role="alert">{fileFault}</p>}
      <CallFailure error={saving.failure} />
      {isRemoving ? (
        <ConfirmAct
          call="accounts.setLogo"
          request={{ params, payload: { data: null } }}
          question={{
            title: `Remove the logo of ${name}?`,
            lines: ['The top bar shows the account’s name in its place. The image is deleted.'],
            confirmLabel: 'Remove',
            tone: 'danger',
          }}
          doneText="The logo was removed"
          onDone={keep}
          onClosed={() => setRemoving(false)}
        />
      ) : null}
    </section>
  )
}
