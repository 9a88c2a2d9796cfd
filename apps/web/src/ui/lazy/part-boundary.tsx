import { Component, type ReactNode } from 'react'

interface PartBoundaryProps {
  /** Stands in place of what broke. */
  readonly broken: (redraw: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps a fault in the part of the page that it is of. React reports it to the console. */
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
