import { may } from '@desk/schema/permissions/permissions'
import type { ReportView, ViewType } from '@desk/schema/reports/report-view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { showToast } from '#ui/toasts.ts'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { viewsRequest } from './views-request.ts'
import styles from './saved-views.module.css'

export const viewFailed = (failure: unknown) => void showToast({ type: 'error', message: failureMessage(failure) })

export interface SavedViewsProps {
  readonly type: ViewType
  readonly noun: 'report' | 'list'
  /** The content of a new view. */
  readonly address: string
  readonly hrefOf: (view: ReportView) => string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A new one is there. */
  readonly onCreated?: (view: ReportView) => void
}

/** The saved views of a report or list: to open, save, rename, share and delete, with undo. */
export function SavedViews({ isOpen, onClose, ...list }: SavedViewsProps) {
  return (
    <Dialog isOpen={isOpen} title="Saved views" onClose={onClose} isDismissable>
      {isOpen ? <ViewList {...list} onOpened={onClose} /> : null}
    </Dialog>
  )
}

function useMayShare(): boolean {
  const user = useUser()
  return user !== null && may(user, 'share views')
}

function ViewList({
  type,
  noun,
  address,
  hrefOf,
  onOpened,
  onCreated,
}: Omit<SavedViewsProps, 'isOpen' | 'onClose'> & { readonly onOpened: () => void }) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const [isJudged, setJudged] = useState(false)
  const mayShare = useMayShare()
  const list = viewsRequest(desk, type)
  const read = useQuery({ ...list, staleTime: 0 })
  const { data } = read
  const refresh = () => void queries.invalidateQueries({ queryKey: list.queryKey })

  const save = useAct('reportViews.create', {
    onDone: view => {
      setName('')
      setJudged(false)
      void showToast({ type: 'success', message: `${view.name} was saved` })
      refresh()
      onCreated?.(view)
    },
    onFailed: viewFailed,
  })
  return (
    <div className={styles['views']}>
      {data !== undefined ? (
        <ul className={styles['viewList']} aria-label={`Views of this ${noun}`}>
          {data.map(view => (
            <ViewLine
              key={`${view.report_view_ud} ${view.version}`}
              view={view}
              href={hrefOf(view)}
              hasDefault={noun === 'list'}
              onOpened={onOpened}
              onChanged={refresh}
            />
          ))}
        </ul>
      ) : (
        <NotLoaded query={read} title="The views" lines={3} />
      )}
      {data?.length === 0 ? <p className={styles['meaning']}>No views of this {noun} yet.</p> : null}
      <form
        className={styles['newView']}
        onSubmit={event => {
          event.preventDefault()
          setJudged(true)
          if (name.trim() !== '') save.send({ payload: { type, name, filters: address, is_shared: isShared } })
        }}
      >
        <TextField
          label="Save this view as"
          value={name}
          onChange={setName}
          maxLength={100}
          errorMessage={isJudged && name.trim() === '' ? 'Give the view a name' : undefined}
        />
        {mayShare ? (
          <Checkbox isSelected={isShared} onChange={setShared}>
            Shared with everybody in the account
          </Checkbox>
        ) : null}
        {/* never disabled: the focus would be lost with it, and Escape with the focus */}
        <Button type="submit" variant="primary" isPending={save.isPending}>
          Save view
        </Button>
      </form>
    </div>
  )
}

interface ViewLineProps {
  view: ReportView
  href: string
  /** Whether a list opens with one of its views. */
  hasDefault: boolean
  onOpened: () => void
  /** The list has to be read again. */
  onChanged: () => void
}

function ViewLine({ view, href, hasDefault, onOpened, onChanged }: ViewLineProps) {
  const { api } = useDesk()
  const mayShare = useMayShare()
  const [name, setName] = useState<string | null>(null)
  const { report_view_ud: id, is_shared, is_own, may_edit, is_default, owner, version } = view
  const onFailed = (failure: unknown) => {
    viewFailed(failure)
    // a stale edit shows the stored view
    onChanged()
  }
  const update = useAct('reportViews.update', {
    onDone: () => {
      setName(null)
      onChanged()
    },
    onFailed,
  })
  const change = (changed: { readonly name: string; readonly is_shared: boolean }) =>
    update.send({ params: { id }, payload: { ...changed, version } })
  const setDefault = useAct('reportViews.setDefault', { onDone: onChanged, onFailed })
  const removal = useAct('reportViews.remove', {
    undo: () => api.call('reportViews.restore', { params: { id } }),
    onDone: (_answer, _request, undo) => {
      void showToast({
        type: 'success',
        message: `${view.name} was deleted`,
        action: { label: 'Undo', onPress: undo },
      })
      onChanged()
    },
    onUndone: onChanged,
    onFailed,
  })
  if (name !== null)
    return (
      <li>
        <form
          className={styles['view']}
          onSubmit={event => {
            event.preventDefault()
            if (name.trim() !== '') change({ name, is_shared })
          }}
        >
          <TextField label={`New name of ${view.name}`} value={name} onChange={setName} maxLength={100} autoFocus />
          <Button type="submit" isPending={update.isPending} isDisabled={name.trim() === ''}>
            Rename
          </Button>
          <Button onPress={() => setName(null)}>Keep the name</Button>
        </form>
      </li>
    )
  return (
    <li className={styles['view']}>
      <a href={href} onClick={onOpened}>
        {view.name}
      </a>
      {hasDefault ? (
        <Checkbox
          aria-label={`Default: ${view.name}`}
          isSelected={is_default}
          onChange={chosen => setDefault.send({ params: { id }, payload: { is_default: chosen } })}
        >
          Default
        </Checkbox>
      ) : null}
      {is_own && mayShare ? (
        <Checkbox
          aria-label={`Shared: ${view.name}`}
          isSelected={is_shared}
          onChange={shared => change({ name: view.name, is_shared: shared })}
        >
          Shared
        </Checkbox>
      ) : (
        <span className={styles['meaning']}>
          {is_shared ? (is_own || owner === null ? 'Shared' : `Shared by ${owner}`) : ''}
        </span>
      )}
      {may_edit ? (
        <span className={styles['viewActs']}>
          <Button aria-label={`Rename ${view.name}`} onPress={() => setName(view.name)}>
            Rename
          </Button>
          <IconButton label={`Delete ${view.name}`} onPress={() => removal.send({ params: { id } })}>
            <Trash2 aria-hidden />
          </IconButton>
        </span>
      ) : null}
    </li>
  )
}
