import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  /** The fallback after an error. */
  readonly broken: (redraw: () => void) => ReactNode
  readonly children: ReactNode
}

/** The error boundary of a part of the page. React reports errors to the console. */
export class PartBoundary extends Component<PartBoundaryProps, { readonly hasBroken: boolean }> {
  override state = { hasBroken: false }

  static getDerivedStateFromError() {
    return { hasBroken: true }
  }

  redraw = () => this.setState({ hasBroken: false })

  override render() {
    return this.state.hasBroken ? this.props.broken(this.redraw) : this.props.children
  }
}
