import { Component, type ReactNode } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import type { RecordedMoment } from '#runtime/recorded/recorded-moment.ts'
import { ErrorState } from '#ui/error-state.tsx'

interface Props {
  readonly moment: RecordedMoment
  readonly children: ReactNode
}

interface State {
  readonly fault: unknown
  /** The moment at which it failed; null: it did not. */
  readonly at: RecordedMoment | null
}

/** The error boundary of a replayed page: shows an error at one moment, and renders again at the next. */
export class RecordedFault extends Component<Props, State> {
  override state: State = { fault: null, at: null }

  static getDerivedStateFromError(fault: unknown): Partial<State> {
    return { fault }
  }

  static getDerivedStateFromProps({ moment }: Props, { fault, at }: State): State {
    if (fault === null) return { fault, at: null }
    if (at === null) return { fault, at: moment }
    return at === moment ? { fault, at } : { fault: null, at: null }
  }

  override render() {
    const { fault } = this.state
    if (fault === null) return this.props.children
    return <ErrorState title="This moment could not be drawn">{failureMessage(fault)}</ErrorState>
  }
}
