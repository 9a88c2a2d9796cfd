import { useEffect } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import type { BulkReads } from './bulk-calls.ts'
import { PlanLists, ResultLists } from './bulk-lists.tsx'
import type { BulkPlan } from './bulk-plan.ts'
import type { BulkNoun } from './bulk-rows.ts'
import { changeLabel, NO_VALUE_YET } from './bulk-words.ts'
import type { BulkPhase, BulkRequest } from './open-bulk.ts'
import { useBulk, type Bulk } from './use-bulk.ts'
import {
  useWantedSellPrice,
  useWantedSourceEnd,
  useWantedStatus,
  useWantedSupplyPrice,
  useWantedSurveyEnd,
  type WantedChange,
} from './use-wanted-change.tsx'
import styles from './bulk.module.css'

export interface BulkDialogProps extends BulkRequest {
  onClose: () => void
}

const readOf = ({ phase }: Bulk): BulkReads | null => (phase.name === 'asking' ? phase.read : null)

/** The dialog for a change of several rows: first what will change and what not, and why; then the results. */
export default function BulkDialog(props: BulkDialogProps) {
  switch (props.kind) {
    case 'status':
      return <StatusDialog {...props} />
    case 'supplyPrice':
      return <SupplyPriceDialog {...props} />
    case 'sellPrice':
      return <SellPriceDialog {...props} />
    case 'sourceEnd':
      return <SourceEndDialog {...props} />
    case 'surveyEnd':
      return <SurveyEndDialog {...props} />
  }
}

function StatusDialog(props: BulkDialogProps) {
  const bulk = useBulk(props)
  return <Frame {...props} bulk={bulk} change={useWantedStatus(props.noun, readOf(bulk), props.initial)} />
}

function SupplyPriceDialog(props: BulkDialogProps) {
  const bulk = useBulk(props)
  return <Frame {...props} bulk={bulk} change={useWantedSupplyPrice(readOf(bulk), props.initial)} />
}

function SellPriceDialog(props: BulkDialogProps) {
  const bulk = useBulk(props)
  return <Frame {...props} bulk={bulk} change={useWantedSellPrice(readOf(bulk), props.initial)} />
}

function SourceEndDialog(props: BulkDialogProps) {
  const bulk = useBulk(props)
  return <Frame {...props} bulk={bulk} change={useWantedSourceEnd(readOf(bulk), props.initial)} />
}

function SurveyEndDialog(props: BulkDialogProps) {
  const bulk = useBulk(props)
  return <Frame {...props} bulk={bulk} change={useWantedSurveyEnd(readOf(bulk), props.initial)} />
}

interface FrameProps {
  noun: BulkNoun
  bulk: Bulk
  change: WantedChange
  onClose: () => void
}

function Frame({ noun, bulk, change, onClose }: FrameProps) {
  const { phase, title, preview } = bulk
  const { plan } = change
  useEffect(() => {
    if (phase.name === 'asking') preview(plan)
  }, [phase, preview, plan])
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      isLocked={phase.name === 'running'}
      footer={<Footer noun={noun} bulk={bulk} plan={plan} onClose={onClose} />}
    >
      <div className={styles['dialog']}>
        {phase.name === 'reading' || phase.name === 'asking' ? change.fields : null}
        <Body phase={phase} plan={plan} />
      </div>
    </Dialog>
  )
}

function Body({ phase, plan }: { phase: BulkPhase; plan: BulkPlan | null }) {
  switch (phase.name) {
    case 'reading':
      return (
        <ProgressBar
          label="Reading how they are now"
          value={phase.done}
          target={phase.count}
          text={`Reading how they are now: ${phase.done} of ${phase.count}`}
        />
      )
    case 'asking':
      return plan === null ? <p className={styles['quiet']}>{NO_VALUE_YET}</p> : <PlanLists plan={plan} />
    case 'running':
      return (
        <ProgressBar
          label={phase.isUndo ? 'Setting back' : 'Changing'}
          value={phase.done}
          target={phase.count}
          text={`${phase.done} of ${phase.count}`}
        />
      )
    case 'finished':
      return <ResultLists {...phase} />
  }
}

function Footer({
  noun,
  bulk,
  plan,
  onClose,
}: {
  noun: BulkNoun
  bulk: Bulk
  plan: BulkPlan | null
  onClose: () => void
}) {
  const { phase } = bulk
  if (phase.name !== 'finished') {
    const count = plan?.changes.length ?? 0
    return (
      <>
        <Button onPress={onClose} isDisabled={phase.name === 'running'}>
          Cancel
        </Button>
        <Button
          variant={plan?.isStopping === true ? 'danger' : 'primary'}
          isDisabled={count === 0 && phase.name !== 'running'}
          isPending={phase.name === 'running'}
          onPress={() => plan === null || bulk.confirm(plan)}
        >
          {phase.name === 'running' ? 'Changing' : changeLabel(noun, plan)}
        </Button>
      </>
    )
  }
  const canUndo = !phase.isUndo && phase.results.some(result => result.outcome === 'done' && result.undo !== null)
  return (
    <>
      {canUndo ? <Button onPress={bulk.undo}>Undo</Button> : null}
      {bulk.retry !== null ? <Button onPress={bulk.retry}>Try the failed again</Button> : null}
      <Button variant="primary" onPress={onClose} autoFocus>
        Close
      </Button>
    </>
  )
}
