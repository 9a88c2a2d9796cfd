import type { SourceRow } from '@desk/schema/figures/figures'
import type { SourceType } from '@desk/schema/sources/source'
import { openAct } from '#runtime/acts/open-act.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import type { Desk } from '#runtime/desk.ts'
import { showToast } from '#ui/toasts.ts'
import { forgetSources } from './after-save.ts'

type Named = Pick<SourceRow, 'stmid' | 'name' | 'type'>

/** Makes a copy of a source beside it, a draft (api:T16), and says so with the way to it. */
export function duplicateSource(
  desk: Desk,
  { stmid, name }: Named,
  surveyId: number,
  pathOf: (sourceId: number, type: SourceType) => string,
): void {
  openAct(desk, {
    call: 'sources.duplicate',
    request: { payload: { stmid } },
    question: null,
    onDone: ([copy]) => {
      forgetSources(desk, surveyId)
      void showToast({
        type: 'success',
        message: `${copy?.name ?? name} was created as a draft`,
        ...(copy === undefined
          ? {}
          : { action: { label: 'Edit', onPress: () => desk.history.push(pathOf(copy.stmid, copy.type)) } }),
      })
    },
    onFailed: failure =>
      void showToast({ type: 'error', message: `${name} was not duplicated. ${failureMessage(failure)}` }),
  })
}

/** Copies the test link of a source to the clipboard (§2.32). */
export async function copyTestLink({ api }: Desk, { stmid, name }: Named): Promise<void> {
  try {
    const { link } = await api.call('sources.testLink', { params: { id: stmid } })
    await navigator.clipboard.writeText(link)
    await showToast({ type: 'success', message: `The test link of ${name} was copied`, length: 'short' })
  } catch (failure) {
    await showToast({
      type: 'error',
      message:
        failure instanceof DOMException
          ? 'The browser did not let it be copied: open the source and copy it there'
          : failureMessage(failure),
    })
  }
}
