import { reconciliationMachine } from '@desk/machines/reconciliation/reconciliation.machine'
import { reconciliationUndoMachine } from '@desk/machines/reconciliation-undo/reconciliation-undo.machine'
import { QualityQuestion } from '@desk/schema/quality-questions/quality-question'
import { SurveyPerformance } from '@desk/schema/surveys/survey-limits'
import { Schema } from 'effect'
import { Suspense } from 'react'
import { UserDialogOverlay } from '#features/admin/user-dialog/user-dialog-overlay.tsx'
import { QuestionDialog } from '#features/quality-questions/question-dialog.tsx'
import { reconciliationHandlers } from '#features/reconciliation/reconciliation-calls.ts'
import { ReconciliationDialogs } from '#features/reconciliation/reconciliation-dialogs.tsx'
import { undoHandlers } from '#features/reconciliation/undo-calls.ts'
import { LimitsDialog } from '#features/surveys/limits-dialog.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useRunner } from '#runtime/hooks/use-runner.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import {
  openActsOf,
  openFormsOf,
  openUserDialogOf,
  reconciledProjectOf,
  type OpenForm,
} from '#runtime/recorded/known-of-form.ts'
import type { RecordedMoment } from '#runtime/recorded/recorded-moment.ts'
import { sampleOf } from '#runtime/recorded/sample-of.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { openMenuOf, RecordedMenu } from './recorded-menu.tsx'

const nothing = () => {}

const decodePerformance = Schema.decodeUnknownSync(SurveyPerformance)
const decodeQuestion = Schema.decodeUnknownSync(QualityQuestion)

const idIn = ({ form }: OpenForm): number => Number(form.split(' ')[1] ?? 0)

/** The page waits for figures that no journal has; its dialogs need the machines alone. */
function RecordedReconciliation({ projectId }: { readonly projectId: number }) {
  const desk = useDesk()
  const reconciliation = useRunner(
    'reconciliation',
    reconciliationMachine,
    reconciliationHandlers(desk, new Map(), async () => 0),
  )
  const undo = useRunner('reconciliation-undo', reconciliationUndoMachine, undoHandlers(desk))
  return <ReconciliationDialogs at={{ projectId, reconciliation, undo }} />
}

/** The dialogs that a page opens by itself: no machine says that they are open, but the state of their form or dialog shows it. */
export function RecordedDialogs({ moment }: { readonly moment: RecordedMoment }) {
  const me = useUser()
  const dialog = openUserDialogOf(moment)
  const forms = openFormsOf(moment)
  const limits = forms.find(({ form }) => form.startsWith('survey.limits '))
  const question = forms.find(({ form }) => form.startsWith('qualityQuestion.'))
  const projectId = reconciledProjectOf(moment)
  const menu = openMenuOf(moment)
  if (me === null) return null
  return (
    <Suspense fallback={null}>
      {openActsOf(moment).map(([key, { title, lines, confirmLabel, tone, message, isBusy }]) => (
        <ConfirmDialog
          key={key}
          isOpen
          title={title}
          confirmLabel={confirmLabel}
          tone={tone}
          isPending={isBusy}
          onConfirm={nothing}
          onCancel={nothing}
        >
          {lines.map((line, index) => (
            // two rows may have one name
            <p key={`${index} ${line}`}>{line}</p>
          ))}
          {message === null ? null : <p role="alert">{message}</p>}
        </ConfirmDialog>
      ))}
      {dialog === null ? null : (
        <UserDialogOverlay key={dialog.user?.uid ?? 'new'} uid={dialog.user?.uid ?? null} onClosed={nothing} />
      )}
      {projectId === null ? null : <RecordedReconciliation key={projectId} projectId={projectId} />}
      {limits === undefined ? null : (
        <LimitsDialog
          key={limits.form}
          me={me}
          performance={decodePerformance(sampleOf(SurveyPerformance, { ...limits.initial, pm_sy_ud: idIn(limits) }))}
          onDone={nothing}
        />
      )}
      {question === undefined ? null : (
        <QuestionDialog
          key={question.form}
          me={me}
          question={
            question.form === 'qualityQuestion.create'
              ? null
              : decodeQuestion(sampleOf(QualityQuestion, { ...question.initial, pm_q_uid: idIn(question) }))
          }
          languages={[]}
          onSaved={nothing}
          onClosed={nothing}
        />
      )}
      {menu === null ? null : <RecordedMenu key={JSON.stringify(menu.button)} menu={menu} />}
    </Suspense>
  )
}
