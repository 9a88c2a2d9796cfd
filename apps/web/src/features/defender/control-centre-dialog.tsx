import type { HoldOut } from '@desk/schema/defender/hold-out'
import type { RuleSetting } from '@desk/schema/defender/rules'
import type { DefenderVersion } from '@desk/schema/defender/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ControlCentreOf } from '#kit/defender/control-centre-request.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { showToast } from '#ui/toasts.ts'
import { holdOutDraft, holdOutFault, holdOutOf } from './hold-out-draft.ts'
import { HoldOutFields } from './hold-out-fields.tsx'
import { previewQuestion } from './preview-question.ts'
import { draftFaults, draftsOf, settingsOf } from './rule-drafts.ts'
import { RuleTable } from './rule-table.tsx'
import { VersionList } from './version-list.tsx'
import styles from './defender.module.css'

export interface ControlCentreDialogProps {
  readonly of: ControlCentreOf
  readonly onClose: () => void
}

/**
 * A project's or a survey's settings of Defender's rules, and their hypothetical effect on its latest entrants (§2.44,
 * api:P15, api:P16).
 */
export function ControlCentreDialog({ of, onClose }: ControlCentreDialogProps) {
  const desk = useDesk()
  const read = useQuery({
    queryKey: ['defender settings', of.scope, of.id],
    queryFn: ({ signal }): Promise<CentreSettings> =>
      desk.api.call(of.scope === 'project' ? 'defender.ofProject' : 'defender.ofSurvey', {
        params: { id: of.id },
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const { data } = read
  const title = `Defender control centre: ${of.name}`
  if (data !== undefined)
    return (
      <Settings
        key={data.version}
        of={of}
        stored={data}
        title={title}
        onClose={onClose}
        onReadAgain={() => void read.refetch()}
      />
    )
  return (
    <Dialog isOpen isWide title={title} onClose={onClose}>
      <NotLoaded query={read} title="The Defender settings" height="48px" lines={6} />
    </Dialog>
  )
}

/** The Defender settings of a project or a survey. */
interface CentreSettings {
  readonly version: number
  readonly rules: readonly RuleSetting[]
  readonly before: readonly RuleSetting[] | null
  readonly versions: readonly DefenderVersion[]
  /** Null: as the account. A survey has none of its own. */
  readonly hold_out?: HoldOut | null
}

interface SettingsProps {
  readonly of: ControlCentreOf
  readonly stored: CentreSettings
  readonly title: string
  readonly onClose: () => void
  readonly onReadAgain: () => void
}

const PROJECT_NOTE =
  '“By its level” leaves a rule to the level of each supplier. A setting here overrides that level, except level 1. A setting of the survey overrides it. Preview shows its effect before you save it.'
const SURVEY_NOTE =
  '“Same as project” uses the rule of the project, then the level of each supplier. A setting here overrides both, except for suppliers of level 1. Preview shows its effect before you save it.'

function Settings({ of, stored, title, onClose, onReadAgain }: SettingsProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState(() => draftsOf(stored.rules))
  const [isAsked, setAsked] = useState(false)
  const [heldOut, setHeldOut] = useState(() => holdOutDraft(stored.hold_out ?? null))
  const isOfProject = of.scope === 'project'
  const rules = settingsOf(drafts)
  const holdOut = isOfProject ? { hold_out: holdOutOf(heldOut) } : {}
  const params = { id: of.id }
  const request = { params, payload: { rules, version: stored.version, ...holdOut } }
  const call = isOfProject ? 'defender.setForProject' : 'defender.setForSurvey'
  const onDone = () => {
    void queries.invalidateQueries({ queryKey: [HISTORY] })
    void showToast({ type: 'success', message: 'The Defender settings are saved: they judge the very next entrant' })
    onClose()
  }
  const previewed = useAct(call, {
    preview: async () =>
      previewQuestion(
        title,
        await desk.api.call(isOfProject ? 'defender.preview' : 'defender.previewOfSurvey', {
          params,
          payload: { rules },
        }),
      ),
    onDone,
    onFailed: () => setAsked(false),
  })
  // the hold-out alone changes no verdict, so that it has no preview
  const unseen = useAct(call, { onDone })
  const areRulesChanged = JSON.stringify(rules) !== JSON.stringify(stored.rules)
  const isChanged =
    areRulesChanged || (isOfProject && JSON.stringify(holdOut.hold_out) !== JSON.stringify(stored.hold_out ?? null))
  const isFaulty =
    (isOfProject && holdOutFault(heldOut) !== null) ||
    drafts.some(draft => Object.values(draftFaults(draft)).some(fault => fault !== null))
  const act = areRulesChanged ? previewed : unseen
  const isPreviewed = previewed.question !== null && JSON.stringify(previewed.request) === JSON.stringify(request)
  const question = isPreviewed ? previewed.question : null
  const needsPreview =
    areRulesChanged && !(isPreviewed && ['confirming', 'sending', 'unanswered'].includes(previewed.stage))
  const isSaving = act.stage === 'sending'
  const pressSave = () => {
    if (!areRulesChanged) unseen.send(request)
    else if (question?.tone === 'danger') setAsked(true)
    else previewed.confirm()
  }
  const close = () => {
    previewed.dismiss()
    onClose()
  }
  const { before } = stored
  return (
    <Dialog
      isOpen
      isWide
      title={title}
      onClose={close}
      isLocked={isSaving}
      footer={
        <>
          {before !== null && !isChanged ? (
            <Button onPress={() => setDrafts(draftsOf(before))}>Undo the last change</Button>
          ) : null}
          {isStale(act.failure) ? <Button onPress={onReadAgain}>Show the stored ones</Button> : null}
          <Button onPress={close}>Cancel</Button>
          <Button
            variant={needsPreview ? 'primary' : 'secondary'}
            onPress={() => previewed.send(request)}
            isPending={previewed.stage === 'previewing'}
            isDisabled={isFaulty}
          >
            Preview
          </Button>
          <Button
            variant={needsPreview ? 'secondary' : 'primary'}
            onPress={pressSave}
            isPending={isSaving}
            isDisabled={!isChanged || isFaulty || needsPreview}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles['centre']}>
        <p className={styles['note']}>{isOfProject ? PROJECT_NOTE : SURVEY_NOTE}</p>
        {question === null ? null : <PreviewLines lines={question.lines} />}
        <CallFailure error={act.failure} />
        <RuleTable
          label={`Defender rules of the ${of.scope}`}
          drafts={drafts}
          onChange={setDrafts}
          inherited={isOfProject ? 'By its level' : 'Same as project'}
        />
        {isOfProject ? <HoldOutFields draft={heldOut} onChange={setHeldOut} isOfProject /> : null}
        <VersionList
          versions={stored.versions}
          onChoose={version => {
            setDrafts(draftsOf(version.rules))
            setHeldOut(holdOutDraft(version.hold_out))
          }}
        />
      </div>
      {isAsked && question !== null ? (
        <ConfirmDialog
          isOpen
          title={question.title}
          confirmLabel={question.confirmLabel}
          tone={question.tone}
          isPending={isSaving}
          onConfirm={previewed.confirm}
          onCancel={() => setAsked(false)}
        >
          <p>{question.lines[0]}</p>
        </ConfirmDialog>
      ) : null}
    </Dialog>
  )
}

/** The hypothetical effect of settings on the latest entrants: in all, then by rule. */
function PreviewLines({ lines: [all, ...byRule] }: { readonly lines: readonly string[] }) {
  return (
    <div role="status" className={styles['preview']}>
      <p>{all}</p>
      {byRule.length === 0 ? null : (
        <ul>
          {byRule.map(line => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
