import type { Source } from '@desk/schema/sources/source'
import type { Desk } from '#runtime/desk.ts'
import { loadOptions } from '#runtime/hooks/use-load.ts'
import { showToast } from '#ui/toasts.ts'
import { undoAction } from '#kit/forms/undo-save.ts'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { openLaunch } from '#kit/statuses/overlay-subjects.ts'
import { LIVE_TABLE } from '#kit/tables/use-live-table.ts'
import { launchedWords, type LaunchProblem } from './launch-problems.ts'
import type { SavedSource } from './save-source.ts'

export interface SaveContext {
  readonly isNew: boolean
  readonly surveyId: number
  readonly paths: { readonly table: string; readonly edit: (sourceId: number) => string }
  /** The obstacles to traffic into a live source. */
  readonly notes: readonly LaunchProblem[]
  /** Stores the version before this save again; null: a new source, or one that was launched. */
  readonly undo: ((idempotencyKey: string) => Promise<SavedSource<Pick<Source, 'name' | 'statusid'>>>) | null
  /** It was saved and stays open: read it again. */
  readonly onKept: () => void
}

/** Invalidates the data that shows sources. */
export function forgetSources(desk: Desk, surveyId: number): void {
  void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'survey', surveyId] })
  void desk.queryClient.invalidateQueries({ queryKey: [LIVE_TABLE, 'live-sources'] })
  void desk.queryClient.invalidateQueries({ queryKey: loadOptions(desk).survey(surveyId).queryKey })
  void desk.queryClient.invalidateQueries({ queryKey: [HISTORY] })
}

/**
 * Continues after a save: to the table; a new draft, or a source whose launch is blocked, opens in its editor with the test link
 * and the blocks.
 */
export function afterSave(
  desk: Desk,
  { source, blocked, isLaunched }: SavedSource<Pick<Source, 'stmid' | 'name'>>,
  { isNew, surveyId, paths, notes, undo, onKept }: SaveContext,
): void {
  forgetSources(desk, surveyId)
  const { stmid, name } = source
  if (blocked !== null) {
    void showToast({ type: 'error', message: `${name} was saved, and not launched. ${blocked}` })
    if (isNew) desk.history.push(paths.edit(stmid))
    else onKept()
    return
  }
  if (isLaunched) {
    void showToast({
      ...launchedWords(name, notes),
      ...(notes.length === 0
        ? {}
        : { action: { label: 'Launch…', onPress: () => openLaunch({ scope: 'source', id: stmid, name }) } }),
    })
  } else {
    void showToast({
      type: 'success',
      message: `${name} was saved${isNew ? ' as a draft' : ''}`,
      ...(undo === null
        ? {}
        : {
            action: undoAction({
              name,
              setBack: async key => {
                try {
                  return (await undo(key)).source
                } finally {
                  forgetSources(desk, surveyId)
                }
              },
            }),
          }),
    })
  }
  desk.history.push(isNew && !isLaunched ? paths.edit(stmid) : paths.table)
}
