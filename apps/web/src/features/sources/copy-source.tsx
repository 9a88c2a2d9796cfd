import type { SourceRow } from '@desk/schema/figures/figures'
import { SEARCH_TEXT_MAX_LENGTH } from '@desk/schema/search/search'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { useAttempt } from './attempts/use-attempt.ts'
import { PAGE_ROWS } from '#kit/tables/read-pages.ts'
import { forgetSources } from './after-save.ts'
import styles from './sources.module.css'

export interface CopySourceProps {
  source: Pick<SourceRow, 'stmid' | 'name'>
  projectUID: number
  surveyUID: number
  onClose: () => void
}

interface Target {
  readonly id: number
  readonly name: string
  readonly detail: string | null
}

/** The surveys of this project, or those of the account that match the search. */
function useTargets(projectUID: number, search: string) {
  const desk = useDesk()
  const text = search.trim().slice(0, SEARCH_TEXT_MAX_LENGTH)
  const own = useQuery({
    ...desk.query('surveys.list', { query: { pm_proj_ud: projectUID, limit: PAGE_ROWS } }),
    staleTime: 0,
  })
  const found = useQuery({
    ...desk.query('search.find', { query: { text: text || '-' } }),
    enabled: text !== '',
    staleTime: 0,
  })
  const targets: readonly Target[] =
    text === ''
      ? (own.data ?? []).map(({ pm_sy_ud: id, pm_sy_name: name }) => ({ id, name, detail: null }))
      : (found.data?.hits ?? []).flatMap(({ scope, id, name, detail }) =>
          scope === 'survey' ? [{ id, name, detail }] : [],
        )
  return {
    targets,
    failure: text === '' ? own.error : found.error,
    isLooking: text === '' ? own.isPending : found.isPending,
  }
}

/** Copies a source with its whole setup into a survey, as a draft (api:T13). */
export default function CopySource({ source, projectUID, surveyUID, onClose }: CopySourceProps) {
  const desk = useDesk()
  const [search, setSearch] = useState('')
  const { isBusy, fault, attempt } = useAttempt()
  const { targets, failure, isLooking } = useTargets(projectUID, useDeferredValue(search))
  const copyTo = ({ id, name }: Target) =>
    attempt({ copyTo: id }, async key => {
      await desk.api.call('sources.copy', {
        headers: { 'idempotency-key': key },
        payload: { stmid: source.stmid, pm_sy_ud: id },
      })
      forgetSources(desk, id)
      void showToast({ type: 'success', message: `${source.name} was copied to ${name}, as a draft` })
      onClose()
    })
  const said = fault ?? (failure === null ? null : failureMessage(failure))
  return (
    <Dialog
      isOpen
      title={`Copy ${source.name}`}
      onClose={onClose}
      isLocked={isBusy}
      footer={
        <Button onPress={onClose} isDisabled={isBusy}>
          Cancel
        </Button>
      }
    >
      <div className={styles['fields']}>
        <TextField
          label="Survey"
          description="Name, number or id; without any, the surveys of this project."
          value={search}
          onChange={setSearch}
          autoComplete="off"
          autoFocus
        />
        {said === null ? null : (
          <p role="alert" className={styles['fault']}>
            {said}
          </p>
        )}
        <ul role="list" aria-label="Surveys" className={styles['targets']}>
          {targets.map(target => (
            <li key={target.id}>
              <Button variant="ghost" onPress={() => void copyTo(target)} isDisabled={isBusy}>
                {target.name}
              </Button>
              <span className={styles['note']}>
                {target.id === surveyUID ? 'this survey' : (target.detail ?? `ID ${target.id}`)}
              </span>
            </li>
          ))}
        </ul>
        {targets.length === 0 && !isLooking ? <p className={styles['note']}>No survey matches.</p> : null}
      </div>
    </Dialog>
  )
}
