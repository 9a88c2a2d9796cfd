import type { ReplayFault } from '@desk/machines/journal/fold'
import type { JournalPage } from '@desk/schema/journal/journal-view'
import { Banner } from '#ui/banner.tsx'

export interface FaultBannerProps {
  readonly fault: ReplayFault | null
  readonly gaps: JournalPage['gaps']
  readonly onGo: (seq: number) => void
}

/** Says where the replay may differ from the recording: entries are missing, a machine changed, or a state differs. */
export function FaultBanner({ fault, gaps, onGo }: FaultBannerProps) {
  if (fault === null) return null
  if (fault.kind === 'gap') {
    const missing = gaps.reduce((sum, gap) => sum + gap.to - gap.from + 1, 0) || fault.seq - fault.expected
    return (
      <Banner tone="warning" action={{ label: `Go to entry ${fault.seq}`, onPress: () => onGo(fault.seq) }}>
        <strong>
          {missing === 1 ? 'An entry is missing' : `${missing.toLocaleString('en-US')} entries are missing`}.
        </strong>{' '}
        From entry {fault.seq} on, this may differ from the person’s screen.
      </Banner>
    )
  }
  if (fault.kind === 'mismatch') {
    return (
      <Banner tone="error" action={{ label: `Go to entry ${fault.seq}`, onPress: () => onGo(fault.seq) }}>
        <strong>Replaying differs from entry {fault.seq} on:</strong> {fault.machine} is in another state than in the
        browser (fingerprint {fault.actual}, recorded {fault.expected}).
      </Banner>
    )
  }
  const { machine, recorded, present, matters } = fault
  const was = (
    <>
      <strong>Machine changed:</strong> {machine} was {recorded} when this was recorded and{' '}
      {present === null ? 'is gone' : `is ${present} now`}.
    </>
  )
  return matters === null ? (
    <Banner>{was} It makes no difference to this session.</Banner>
  ) : (
    <Banner tone="warning" action={{ label: `Go to entry ${matters.seq}`, onPress: () => onGo(matters.seq) }}>
      {was} It matters from entry {matters.seq} of {matters.machine} on: what is shown from there is not what the person
      saw.
    </Banner>
  )
}
