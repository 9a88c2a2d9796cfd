import { Component, type ReactNode } from 'react'
import styles from '#kit/errors/errors.module.css'

/** The outermost error boundary, so that no fault ever leaves a blank page. It uses no other code of ours, which might be what failed. */
export class LastResort extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className={styles['lastResort']} role="alert">
        <h1>Encountered an error. Please try again later.</h1>
        <p className={styles['text']}>
          Something in this page broke. Reloading it usually helps; nothing that was saved is lost.
        </p>
        <a href="">Reload the page</a>
      </main>
    )
  }
}
