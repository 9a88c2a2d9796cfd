import type { RecontactList } from '@desk/schema/recontact/recontact'
import { useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isStale, failureMessage } from '#runtime/api/api-error.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { useUnsavedGuard } from '#kit/forms/use-unsaved-guard.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { Button } from '#ui/button.tsx'
import { countText } from '#ui/format/figures.ts'
import { showToast } from '#ui/toasts.ts'
import styles from '../sources.module.css'
import { changesAfter, NO_CHANGES } from './recontact-changes.ts'
import { RecontactLookup } from './recontact-lookup.tsx'
import { RecontactPeople } from './recontact-people.tsx'
import { Download } from 'lucide-react'
import { saveFile } from '#runtime/save-file.ts'

/** All personal links as CSV, for the suppliers, by their own respondent id (api:T33). */
function RecontactLinks({ stmid }: { readonly stmid: number }) {
  const saving = useAct('recontact.retrieve', {
    // not JSON: the client gives a Blob (§7.4)
    onDone: content => saveFile(`recontact-${stmid}.csv`, content as unknown as Blob),
    onFailed: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button
      icon={<Download aria-hidden />}
      onPress={() => saving.send({ query: { stmid, format: 'csv' } })}
      isPending={saving.isPending}
    >
      Download the links
    </Button>
  )
}

export interface RecontactEditorProps {
  readonly list: RecontactList
  /** The project of the source. */
  readonly projectId: number
  readonly offset: number
  readonly onOffset: (offset: number) => void
  readonly onReadAgain: () => void
}

/** Looks respondents up, changes a source's list by them, and hands out its links. */
export function RecontactEditor({ list, projectId, offset, onOffset, onReadAgain }: RecontactEditorProps) {
  const queries = useQueryClient()
  const mayStore = useMayCall('recontact.store')
  const [changes, send] = useReducer(changesAfter, NO_CHANGES)
  const { stmid, version, people, used } = list
  const { added, removed } = changes
  const save = useAct('recontact.store', {
    onDone: () => {
      send({ type: 'hasInitial' })
      onOffset(0)
      void queries.invalidateQueries({ queryKey: ['recontact.retrieve'] })
      void queries.invalidateQueries({ queryKey: [HISTORY] })
      void showToast({ type: 'success', message: 'The recontact list is saved' })
    },
  })
  const isChanged = added.length + removed.length > 0
  const guard = useUnsavedGuard({
    hasUnsaved: isChanged,
    lost: 'Your changes to the recontact list are not saved.',
  })
  return (
    <div className={styles['fields']}>
      {guard}
      <p role="status">
        {people === 0
          ? 'The list is empty: the source is open to every entrant.'
          : `${counted(people, 'respondent is', 'respondents are')} listed, and no other respondent can enter. ${counted(used, 'link was', 'links were')} used.`}
      </p>
      {list.has_ordud || people === 0 ? null : (
        <p className={styles['note']}>
          The survey’s URL has no [%ORDUD%]: the survey cannot know which respondent comes again.
        </p>
      )}
      {mayStore ? (
        <RecontactLookup stmid={stmid} projectId={projectId} onAdd={rduds => send({ type: 'addedNew', rduds })} />
      ) : null}
      {isChanged ? (
        <p role="status" aria-label="Unsaved changes">
          {[
            added.length === 0 ? null : `${countText(added.length)} added`,
            removed.length === 0 ? null : `${countText(removed.length)} removed`,
          ]
            .filter(part => part !== null)
            .join(', ')}
          : not saved yet.
          {people === 0 ? ' Once the list is saved, no other respondent can enter this source.' : ''}
        </p>
      ) : null}
      <CallFailure error={save.failure} />
      <div className={styles['buttons']}>
        {mayStore ? (
          <Button
            onPress={() => save.send({ payload: { stmid, added, removed, version } })}
            isPending={save.isPending}
            isDisabled={!isChanged}
          >
            Save the list
          </Button>
        ) : null}
        {isChanged ? <Button onPress={() => send({ type: 'hasInitial' })}>Discard the changes</Button> : null}
        {isStale(save.failure) ? <Button onPress={onReadAgain}>Show the stored list</Button> : null}
        {people === 0 ? null : <RecontactLinks stmid={stmid} />}
      </div>
      <RecontactPeople
        mayStore={mayStore}
        list={list}
        changes={changes}
        send={send}
        offset={offset}
        onOffset={onOffset}
      />
    </div>
  )
}

const counted = (count: number, one: string, several: string): string =>
  `${countText(count)} ${count === 1 ? one : several}`
