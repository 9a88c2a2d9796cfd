import type { HoldOut } from '@desk/schema/defender/hold-out'
import type { RuleSetting } from '@desk/schema/defender/rules'
import type { DefenderPreview, DefenderVersion } from '@desk/schema/defender/settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isStale } from '#runtime/api/api-error.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import type { ControlCentreOf } from '#kit/defender/control-centre-request.ts'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { HISTORY } from '#kit/history/history-panel.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { countText } from '#ui/format/figures.ts'
import { showToast } from '#ui/toasts.ts'
import { holdOutDraft, holdOutFault, holdOutOf } from './hold-out-draft.ts'
import { HoldOutFields } from './hold-out-fields.tsx'
import { PreviewWords } from './preview-words.tsx'
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

/** The hypothetical effect of settings, with these settings. */
interface Seen {
  readonly of: string
  readonly preview: DefenderPreview
}

function Settings({ of, stored, title, onClose, onReadAgain }: SettingsProps) {
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState(() => draftsOf(stored.rules))
  const [seen, setSeen] = useState<Seen | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [heldOut, setHeldOut] = useState(() => holdOutDraft(stored.hold_out ?? null))
  const isOfProject = of.scope === 'project'
  const rules = settingsOf(drafts)
  const holdOut = isOfProject ? { hold_out: holdOutOf(heldOut) } : {}
  const params = { id: of.id }
  const look = useAct(isOfProject ? 'defender.preview' : 'defender.previewOfSurvey', {
    onDone: (preview, { payload }) => setSeen({ of: JSON.stringify(payload), preview }),
  })
  const request = { params, payload: { rules, version: stored.version, ...holdOut } }
  const saving = {
    call: isOfProject ? 'defender.setForProject' : 'defender.setForSurvey',
    onDone: () => {
      void queries.invalidateQueries({ queryKey: [HISTORY] })
      void showToast({ type: 'success', message: 'The Defender settings are saved: they judge the very next entrant' })
      onClose()
    },
    onFailed: (reason: unknown) => {
      setAsked(false)
      setFailure(reason)
    },
  } as const
  const save = useAct(saving.call, saving)
  const areRulesChanged = JSON.stringify(rules) !== JSON.stringify(stored.rules)
  const isChanged =
    areRulesChanged || (isOfProject && JSON.stringify(holdOut.hold_out) !== JSON.stringify(stored.hold_out ?? null))
  const isFaulty =
    (isOfProject && holdOutFault(heldOut) !== null) ||
    drafts.some(draft => Object.values(draftFaults(draft)).some(fault => fault !== null))
  const preview = seen?.of === JSON.stringify({ rules }) ? seen.preview : null
  const refusesAll = preview !== null && preview.entrants > 0 && preview.refused === preview.entrants
  const pressSave = () => {
    setFailure(null)
    if (refusesAll) setAsked(true)
    else save.send(request)
  }
  const { before } = stored
  return (
    <Dialog
      isOpen
      isWide
      title={title}
      onClose={onClose}
      isLocked={save.isPending}
      footer={
        <>
          {before !== null && !isChanged ? (
            <Button onPress={() => setDrafts(draftsOf(before))}>Undo the last change</Button>
          ) : null}
          {isStale(failure) ? <Button onPress={onReadAgain}>Show the stored ones</Button> : null}
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={areRulesChanged && preview === null ? 'primary' : 'secondary'}
            onPress={() => look.send({ params, payload: { rules } })}
            isPending={look.isPending}
            isDisabled={isFaulty}
          >
            Preview
          </Button>
          <Button
            variant={areRulesChanged && preview === null ? 'secondary' : 'primary'}
            onPress={pressSave}
            isPending={save.isPending}
            isDisabled={!isChanged || isFaulty || (areRulesChanged && preview === null)}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles['centre']}>
        <p className={styles['note']}>{isOfProject ? PROJECT_NOTE : SURVEY_NOTE}</p>
        {preview === null ? null : <PreviewWords preview={preview} />}
        <CallFailure error={look.failure} />
        <CallFailure error={failure} />
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
      {isAsked ? (
        <ConfirmAct
          {...saving}
          request={request}
          question={{
            title: 'Refuse everybody?',
            lines: [
              `These settings would have refused everybody who entered in the last ${preview?.days} days: ${countText(preview?.entrants ?? 0)} in all.`,
            ],
            confirmLabel: 'Save anyway',
            tone: 'danger',
          }}
          onClosed={() => setAsked(false)}
        />
      ) : null}
    </Dialog>
  )
}
