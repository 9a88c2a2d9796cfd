/**
 * Says at the scroller (`data-hides="start end"`) at which edges columns lie hidden under the sticky ones, however it comes:
 * by scrolling, by another width of the window, by other columns.
 * @returns ends the watch
 */
export function watchScrollEdges(scroller: HTMLElement, content: HTMLElement): () => void {
  const tell = () => {
    const { scrollLeft, scrollWidth, clientWidth } = scroller
    const hidden = [scrollLeft > 0 ? 'start' : '', scrollLeft + clientWidth < scrollWidth - 1 ? 'end' : '']
      .filter(Boolean)
      .join(' ')
    if (scroller.dataset['hides'] !== hidden) scroller.dataset['hides'] = hidden
  }
  const sizes = new ResizeObserver(tell)
  sizes.observe(scroller)
  sizes.observe(content)
  scroller.addEventListener('scroll', tell, { passive: true })
  return () => {
    sizes.disconnect()
    scroller.removeEventListener('scroll', tell)
  }
}
