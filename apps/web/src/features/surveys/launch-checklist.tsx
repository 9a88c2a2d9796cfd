import type { SurveyDetail } from '@desk/schema/surveys/survey'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { useEffect } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { useOpenForm } from '#kit/forms/form-context.ts'
import { focusIn } from '#kit/forms/form-hooks.ts'
import { AutoPaused } from '#kit/launch/auto-paused.tsx'
import { LaunchLine, LaunchList } from '#kit/launch/launch-list.tsx'
import { autoPausedTitle } from '#kit/statuses/status-words.ts'
import { launchBlocks, pausedLines, type LaunchBlock } from './launch-words.ts'
import styles from './surveys.module.css'

/**
 * The problems that block the saved survey from going live, each with a link to the field that fixes it, and the reasons of
 * auto-pauses, its own and those of its sources.
 * @param field the field to focus, from a link of another checklist
 */
export function LaunchChecklist({
  survey: { pm_proj_ud, pm_sy_ud, pm_sy_name, statusid, status_reason, live_blocks, auto_paused_sources: paused },
  field,
}: {
  survey: Pick<
    SurveyDetail,
    'pm_proj_ud' | 'pm_sy_ud' | 'pm_sy_name' | 'statusid' | 'status_reason' | 'live_blocks' | 'auto_paused_sources'
  >
  field: string | null
}) {
  const { id } = useOpenForm()
  useEffect(() => {
    if (field !== null) focusIn(id, field)
  }, [id, field])
  const blocks = launchBlocks(live_blocks)
  const isLive = statusid === STATUS_CODES.live
  const isAutoPaused = statusid === STATUS_CODES.autoPaused
  if (isLive && paused.length === 0) return null
  const title = isLive
    ? `${paused.length === 1 ? '1 source is' : `${paused.length} sources are`} auto-paused`
    : isAutoPaused
      ? autoPausedTitle(status_reason)
      : 'Before it goes live'
  return (
    <LaunchList
      id="launch-checklist"
      title={title}
      isClear={blocks.length === 0 && !isAutoPaused && paused.length === 0}
    >
      {isAutoPaused ? (
        <AutoPaused
          of={{ scope: 'survey', id: pm_sy_ud, name: pm_sy_name }}
          reason={status_reason}
          onMend={mends => focusIn(id, mends)}
        />
      ) : null}
      {isLive || isAutoPaused ? null : <Blocks blocks={blocks} onGo={mends => focusIn(id, mends)} />}
      {paused.length === 0 ? null : (
        <>
          <ul role="list" aria-label="Auto-paused sources">
            {pausedLines(paused).map(words => (
              <LaunchLine key={words} words={words} isNote />
            ))}
          </ul>
          <div>
            <a
              className={buttonClass('secondary', 'small')}
              href={`#/manage/project/${pm_proj_ud}/survey/${pm_sy_ud}/streams`}
            >
              Go to its sources
            </a>
          </div>
        </>
      )}
    </LaunchList>
  )
}

function Blocks({ blocks, onGo }: { blocks: readonly LaunchBlock[]; onGo: (field: string) => void }) {
  return blocks.length === 0 ? (
    <p className={styles['note']}>
      <span className={styles['good']} aria-hidden>
        ✓
      </span>{' '}
      Nothing is in the way. Its status starts the traffic.
    </p>
  ) : (
    <ul role="list">
      {blocks.map(({ reason, words, field: mends, fieldLabel }) => (
        <LaunchLine key={reason} words={words}>
          {mends === null ? null : (
            <Button size="small" onPress={() => onGo(mends)}>
              Go to {fieldLabel}
            </Button>
          )}
        </LaunchLine>
      ))}
    </ul>
  )
}
