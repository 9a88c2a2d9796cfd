import { NO_HOLD_OUT } from '@desk/schema/defender/hold-out'
import { LEVEL_RULES, SECURITY_LEVELS } from '@desk/schema/defender/levels'
import type { AccountDefender } from '@desk/schema/defender/settings'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { isStale } from '#runtime/api/api-error.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { HISTORY, HistoryPanel } from '#kit/history/history-panel.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { DEFENDER_FIELDS } from '#kit/defender/defender-history.ts'
import { draftFaults, draftsOf, settingsOf } from './rule-drafts.ts'
import { holdOutDraft, holdOutFault, holdOutOf } from './hold-out-draft.ts'
import { HoldOutFields } from './hold-out-fields.tsx'
import { RuleTable } from './rule-table.tsx'
import { VersionList } from './version-list.tsx'
import styles from './defender.module.css'

/** The levels that one may begin from. */
const PRESETS = [2, 3, 4] as const

/** The account's default of Defender's rules (§9.7, docs/decisions/0058). */
export function DefenderRulesScreen() {
  useAppTitle('Defender rules')
  const me = useUser()
  return me === null ? null : <Rules me={me} />
}

function Rules({ me }: { readonly me: CurrentUser }) {
  const desk = useDesk()
  const read = useQuery({
    ...desk.query('defender.ofAccount', { params: { id: me.pm_dsh_ud } }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[]}
        title="Defender rules"
        actions={
          <>
            <a href="#/defender/suppliers?by=rule">Rule accuracy</a>
            <a href="#/defender/review">Review</a>
            <a href="#/defender/trends">Trends</a>
          </>
        }
      />
      <Loaded query={read} title="The Defender rules" height="48px" lines={6}>
        {data => (
          <>
            <RulesEditor key={data.version} stored={data} onReadAgain={() => void read.refetch()} />
            <div className={styles['history']}>
              <HistoryPanel scope="defender_rules" id={me.pm_dsh_ud} fields={DEFENDER_FIELDS} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

interface RulesEditorProps {
  readonly stored: AccountDefender
  readonly onReadAgain: () => void
}

function RulesEditor({ stored, onReadAgain }: RulesEditorProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [drafts, setDrafts] = useState(() => draftsOf(stored.rules))
  const [heldOut, setHeldOut] = useState(() => holdOutDraft(stored.hold_out))
  const { version } = stored
  const params = { id: stored.pm_dsh_ud }
  const save = useAct('defender.setForAccount', {
    onDone: saved => {
      queries.setQueryData(desk.query('defender.ofAccount', { params }).queryKey, saved)
      void queries.invalidateQueries({ queryKey: [HISTORY] })
      void showToast({ type: 'success', message: 'The Defender rules are saved: they judge the very next entrant' })
    },
  })
  const holdOut = holdOutOf(heldOut) ?? NO_HOLD_OUT
  const isChanged =
    JSON.stringify(settingsOf(drafts)) !== JSON.stringify(stored.rules) ||
    JSON.stringify(holdOut) !== JSON.stringify(stored.hold_out)
  const isFaulty =
    holdOutFault(heldOut) !== null ||
    drafts.some(draft => Object.values(draftFaults(draft)).some(fault => fault !== null))
  const { before } = stored
  const discard = () => {
    setDrafts(draftsOf(stored.rules))
    setHeldOut(holdOutDraft(stored.hold_out))
  }
  return (
    <>
      <p className={styles['note']}>
        These rules judge respondents of suppliers at level 6, and at level 7 except for its own thresholds. Settings of
        a project or a survey take precedence, rule by rule. A rule that only records refuses no respondents: Explain
        shows what it would have done.
      </p>
      {version === 0 ? <p role="status">No default was saved yet: no rule judges suppliers at level 6.</p> : null}
      <div className={styles['buttons']} role="group" aria-label="Begin from a level">
        Begin from
        {PRESETS.map(level => (
          <Button key={level} size="small" onPress={() => setDrafts(draftsOf(LEVEL_RULES[level]))}>
            {SECURITY_LEVELS[level]}
          </Button>
        ))}
      </div>
      <RuleTable label="Defender rules of the account" drafts={drafts} onChange={setDrafts} />
      <HoldOutFields draft={heldOut} onChange={setHeldOut} />
      <CallFailure error={save.failure} />
      <div className={styles['buttons']}>
        <Button
          variant="primary"
          onPress={() => save.send({ params, payload: { rules: settingsOf(drafts), hold_out: holdOut, version } })}
          isPending={save.isPending}
          isDisabled={!isChanged || isFaulty}
        >
          Save rules
        </Button>
        {isChanged ? <Button onPress={discard}>Discard changes</Button> : null}
        {before !== null && !isChanged ? (
          <Button
            onPress={() => save.send({ params, payload: { rules: before, version } })}
            isDisabled={save.isPending}
          >
            Undo the last change
          </Button>
        ) : null}
        {isStale(save.failure) ? <Button onPress={onReadAgain}>Show the stored ones</Button> : null}
      </div>
      <VersionList
        versions={stored.versions}
        onChoose={version => {
          setDrafts(draftsOf(version.rules))
          setHeldOut(holdOutDraft(version.hold_out ?? NO_HOLD_OUT))
        }}
      />
    </>
  )
}
