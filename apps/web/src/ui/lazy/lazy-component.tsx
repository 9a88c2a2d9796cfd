import { Component, use, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { loadable } from './loadable.ts'

interface PartBoundaryProps {
  /** The fallback after an error. */
  readonly broken: (redraw: () => void) => ReactNode
  readonly children: ReactNode
}

/** The error boundary of a part of the page. React reports errors to the console. */
class PartBoundary extends Component<PartBoundaryProps, { readonly hasBroken: boolean }> {
  override state = { hasBroken: false }

  static getDerivedStateFromError() {
    return { hasBroken: true }
  }

  redraw = () => this.setState({ hasBroken: false })

  override render() {
    return this.state.hasBroken ? this.props.broken(this.redraw) : this.props.children
  }
}

/** A component whose code loads on first use; it suspends until then. */
export type LazyComponent<Props extends object> = ((props: Props) => ReactNode) & {
  /** Preloads the code; undefined when it is loaded. It never rejects: a failure is retried and reported when the part is shown. */
  readonly preload: () => Promise<void> | undefined
}

export interface MissingProps<Props> {
  readonly name: string
  /** The props of the missing part. */
  readonly of: Props
  /** The part's code loaded and then threw: a retry renders it again. */
  readonly hasBroken: boolean
  /** Times that its code did not load. */
  readonly failures: number
  readonly onRetry: () => void
  /** Tries once more while this stays shown: the part replaces it as soon as its code comes. */
  readonly onQuietRetry: () => void
  /** To be called when this is shown no more. */
  readonly forget: () => void
}

interface Asked<Props> {
  readonly content: ComponentType<Props> | null
  readonly isMissing: boolean
  readonly failures: number
}

export type LoadComponent<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/**
 * Creates a component whose code loads when it is first shown. Its errors, while loading or later, stay within it.
 * @param load imports it
 * @param name its name for people, as the beginning of a sentence: `The menu`
 * @param Missing replaces it while it cannot be had
 */
export function lazyComponent<Props extends object>(
  load: LoadComponent<Props>,
  name: string,
  Missing: ComponentType<MissingProps<Props>>,
): LazyComponent<Props> {
  const loaded = loadable(load)
  const listeners = new Set<() => void>()
  let asked: Asked<Props> = { content: null, isMissing: false, failures: 0 }
  let asking: Promise<void> | undefined
  /** The newest request, also once it has ended: React wants a part that it suspended to use its promise in the render that ends it too. */
  let newest: Promise<void> | undefined
  let isShown = false
  /** The present request is not a preload alone: its failure is shown, and counts. */
  let isWanted = false

  const become = (next: Partial<Asked<Props>>) => {
    // said as React reads it, so that a part whose code is here is drawn at once
    if (asking !== undefined) void Object.assign(asking, { status: 'fulfilled', value: undefined })
    asking = undefined
    isWanted = false
    asked = { ...asked, ...next }
    for (const listener of listeners) listener()
  }
  const ask = (): Promise<void> => {
    asking ??= loaded().then(
      module => become({ content: module.default, isMissing: false }),
      // preloaded but not shown yet, it is asked for again when it is shown
      () => become({ isMissing: isShown, failures: asked.failures + (isWanted ? 1 : 0) }),
    )
    newest = asking
    return asking
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const again = () => {
    if (asked.isMissing) become({ isMissing: false })
  }
  const againQuietly = () => {
    if (!asked.isMissing) return
    loaded().then(
      module => become({ content: module.default, isMissing: false }),
      () => become({ failures: asked.failures + 1 }),
    )
  }
  const forget = () => {
    isShown = false
    if (asked.isMissing) asked = { ...asked, isMissing: false }
  }

  function Part(props: Props) {
    const { content: Content, isMissing, failures } = useSyncExternalStore(subscribe, () => asked)
    const common = { name, of: props, failures, onQuietRetry: againQuietly, forget }
    if (Content === null && !isMissing) {
      isShown = true
      isWanted = true
      void ask()
    }
    if (newest !== undefined) use(newest)
    if (Content !== null) {
      return (
        <PartBoundary broken={redraw => <Missing {...common} hasBroken onRetry={redraw} />}>
          <Content {...props} />
        </PartBoundary>
      )
    }
    return <Missing {...common} hasBroken={false} onRetry={again} />
  }
  return Object.assign(Part, { preload: () => (asked.content === null ? ask() : undefined) })
}
