import './loading-bar.css'
import { BProgress } from '@bprogress/core'

// Decoration: the library's own template has a role that does not exist, and a shadow.
BProgress.configure({
  showSpinner: false,
  template: '<div class="bar" aria-hidden="true"></div>',
  barSelector: '.bar',
})

/** Draws the bar while something loads, and lets it run out afterwards. */
export function drawLoading(isLoading: boolean): void {
  if (isLoading) BProgress.start()
  else BProgress.done()
}
